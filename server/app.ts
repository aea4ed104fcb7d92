// The server, assembled from its parts: main.ts passes the real parts, tests pass parts of their own.
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { calls } from '../contract/index.ts'
import { handlers, practice } from './handlers.ts'
import { withListsAcross } from './http/across-tenants.ts'
import { answerError } from './http/answers.ts'
import { registerDocs } from './http/docs.ts'
import { FORM_BYTES_MAX } from './http/forms.ts'
import { createHosts } from './http/hosts.ts'
import { createKeyDoor } from './http/key-door.ts'
import { createLists } from './http/lists.ts'
import { type Door, mount } from './http/mount.ts'
import { registerOperations } from './http/operations.ts'
import { databaseCheck, diskChecks, jobsCheck, lanesCheck, moneyCheck } from './http/ready.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import type { ServiceParts, Services } from './http/services.ts'
import { createSessions } from './http/sessions.ts'
import { registerWeb } from './http/web-files.ts'
import { createApart } from './kit/apart.ts'
import type { Check } from './kit/check.ts'
import { Refusal } from './kit/errors.ts'
import { newId } from './kit/ids.ts'
import { registerImages } from './modules/goods/products/images.ts'
import { stopAll } from './modules/goods/stock/runs.ts'
import { stopExports } from './modules/papers/exports/exports.ts'
import { auditHeads } from './modules/people/audit/audit.ts'
import { registerManifest } from './modules/people/auth/auth.ts'
import { registerCallbacks } from './modules/sales/live-orders/live-orders.ts'
import { sealedBlocks, sealedDeliveries } from './money/checks/proof.ts'
import { createMoney } from './money/money.ts'
import { createPinOpener } from './money/open-pins.ts'
import { createLiveSales } from './suppliers/live-sale.ts'

export type AppOptions = ServiceParts & {
  trustProxy?: string[] | false
  metricsToken?: string
  webDir?: string
  door?: Door
  /** Whether the server asks suppliers again about open orders by itself. Tests switch this off and make these requests themselves. */
  asksAgain?: boolean
  onRoute?: (route: string) => void
  /** Checks that /ready runs in addition to the app's own. */
  checks?: readonly Check[]
}

/**
 * The time limit of a request, in milliseconds: enough for a large file over a slow line. Anonymous requests are refused before their body is read.
 */
const REQUEST_TIMEOUT_MS = 15 * 60_000
const HEADERS_TIMEOUT_MS = 5_000
const CONNECTIONS_CHECK_MS = 1_000
const KEEP_ALIVE_MS = 65_000

/** The settings of compression, which prefer speed to small size. */
const COMPRESSION = { brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, zlibOptions: { level: 4 } }

export type App = { server: FastifyInstance; services: Services }

export async function app(options: AppOptions): Promise<App> {
  const { db, clock, keys, log, metrics } = options
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: FORM_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    genReqId: () => newId(),
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CONNECTIONS_CHECK_MS },
    routerOptions: { ignoreTrailingSlash: false, ignoreDuplicateSlashes: false },
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  const money = createMoney(db, clock, [sealedBlocks(db, keys), sealedDeliveries(db, keys), auditHeads(options)])
  const live = createLiveSales({ ...options, money })
  const apart = createApart({ ended: (job, why) => log.warn({ job, why }, 'a file could not be opened within its bounds') })
  const checks = [databaseCheck(db), lanesCheck(money), moneyCheck(metrics), jobsCheck(db), ...diskChecks(options), ...(options.checks ?? [])]
  const all = withListsAcross(calls, handlers)
  const services: Services = {
    ...ground(options),
    checks,
    apart,
    money,
    live,
    openPins: createPinOpener(keys),
    hosts: createHosts(db),
    sessions: createSessions(db, clock),
    keyDoor: createKeyDoor(db, clock),
    lists: createLists(calls, all),
  }

  server.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) options.onRoute?.(`${each} ${url}`)
  })
  server.setErrorHandler(answerError)
  server.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config
    if (call) metrics.callSeconds.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000)
    request.log.info({ call, status: reply.statusCode, ms: Math.round(reply.elapsedTime), tenant_id: request.asked?.tenant_id }, 'answered')
  })
  server.addHook('onClose', stopAll)
  server.addHook('onClose', stopExports)
  server.addHook('onClose', () => live.close())
  server.addHook('onClose', async () => apart.close())
  setSecurityHeaders(server, options.webDir, options.captcha?.origins)
  await server.register(compress, { global: false, ...COMPRESSION })
  mount(server, calls, all, practice, services, options.door)
  await registerDocs(server, calls)
  registerOperations(server, { ...options, checks })
  registerImages(server, options)
  registerManifest(server, services)
  registerCallbacks(server, services)
  await registerWeb(server, options.webDir, (request, reply) => answerError(new Refusal('not_found'), request, reply))
  await server.ready()
  return { server, services }
}

const ground = ({ db, keys, clock, log, jobs, metrics, dataDir, filesDir, captcha, post, suppliers, push, webhooks }: ServiceParts): ServiceParts => ({
  db,
  keys,
  clock,
  log,
  jobs,
  metrics,
  dataDir,
  filesDir,
  captcha,
  post,
  suppliers,
  push,
  webhooks,
})
