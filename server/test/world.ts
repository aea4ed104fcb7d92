// A test file's own world: the demo world in a fresh database, the app on it, a movable clock, typed clients.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { type Calls, calls } from '../../contract/index.ts'
import { type Client, createClient } from '../../contract/kit/client.ts'
import { type AppOptions, app } from '../app.ts'
import type { Services } from '../http/services.ts'
import { createWebhookSender } from '../http/webhook-sender.ts'
import { createKeys, type Keys } from '../kit/keys.ts'
import { createMetrics } from '../kit/metrics.ts'
import { createDb, type Db, type DbOptions } from '../postgres/db.ts'
import { portalTypes } from '../postgres/pool.ts'
import { DEMO_PASSWORD, resellers } from '../seeds/demo-world.ts'
import { createSuppliers } from '../suppliers/connections.ts'
import { quickFolder } from './in-memory.ts'
import { createOn, dropOn } from './nodes.ts'

/** The host under which most demo users sign in. */
export const HOST = resellers[0]?.host ?? ''

export type Person = { calls: Client<Calls>; token: string; session_id: string; customer_id: string; headers: Record<string, string> }
/** The host that a request names, and the network address from which it is sent. */
export type Where = { host?: string; from?: string }
export type World = {
  server: FastifyInstance
  services: Services
  db: Db
  /**
   * Connects as the database's owner, who may read and change what the server's role may not. A statement on rows of a tenant needs `set app.tenant` first
   * (`rowsOf`).
   */
  owner: pg.Pool
  url: string
  ownerUrl: string
  clock: { now: () => Date; advance: (ms: number) => void }
  logs: string[]
  /** `METHOD /path` of every route the app has. */
  routes: string[]
  enqueued: { name: string; payload: Record<string, unknown> }[]
  /** Sends the app a request as a browser would, but without a network. */
  fetch: (path: string, init?: RequestInit & Where) => Promise<Response>
  /** A browser without a session; it stores its cookies in `headers`. */
  anonymous: (host?: string, headers?: Record<string, string>, from?: string) => Client<Calls>
  /** Signs a user in. `headers`: the cookies of a browser in which the user has signed in before. */
  signIn: (username: string, options?: { host?: string; password?: string; headers?: Record<string, string>; from?: string }) => Promise<Person>
  end: () => Promise<void>
}

/**
 * Options of a world. `db`: options of the app's connection to its database, such as shorter deadlines, or a function that gets the database's URL and returns
 * such options.
 */
export type WorldOptions = Omit<Partial<AppOptions>, 'db'> & { db?: Partial<DbOptions> | ((url: string) => Promise<Partial<DbOptions>>) }

/** The world of a whole test file, created at its top: `const w = await fileWorld()`. It ends with the file. */
export async function fileWorld(options?: WorldOptions): Promise<World> {
  const w = await world(options)
  afterAll(() => w.end())
  return w
}

/** Makes a world that the test itself has to end. */
export async function world({ db: way = {}, ...options }: WorldOptions = {}): Promise<World> {
  const { nodes, masterKey, ...cluster } = inject('cluster')
  const name = `world_${randomBytes(6).toString('hex')}`
  await createOn(nodes, name, 'portal')
  const [url, ownerUrl] = [cluster.url, cluster.ownerUrl].map((each) => withDatabase(each, name)) as [string, string]
  const dataDir = quickFolder('world')
  const end = async () => {
    await dropOn(nodes, name)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return worldOn({ url, ownerUrl, dataDir, keys: createKeys(Buffer.from(masterKey, 'base64')), end }, { ...options, db: way })
}

type WorldParts = { url: string; ownerUrl: string; dataDir: string; keys: Keys; end: () => Promise<void> }

/** Makes a world of an existing database, with the app on it. */
export async function worldOn({ url, ownerUrl, dataDir, keys, end }: WorldParts, { db: way = {}, ...options }: WorldOptions = {}): Promise<World> {
  const db = createDb({ url, max: 10, ...(typeof way === 'function' ? await way(url) : way) })
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 3, types: portalTypes() })
  // The database is dropped while its last connections are still closing; the errors that this raises are ignored.
  owner.on('error', () => undefined)
  owner.on('connect', (client) => client.on('error', () => undefined))
  const logs: string[] = []
  const routes: string[] = []
  const enqueued: World['enqueued'] = []
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const log = pino({ level: 'info' }, { write: (line) => void logs.push(line) })
  const suppliers = createSuppliers({ db, keys, clock: now, log, permitted: { origins: [], loopback: true } })
  const { server, services } = await app({
    db,
    dataDir,
    filesDir: dataDir,
    clock: now,
    keys,
    suppliers,
    push: null,
    webhooks: createWebhookSender({ keys, loopback: true }),
    metrics: createMetrics(),
    log,
    captcha: null,
    post: { linkOrigin: 'http://{host}', email: null, sms: null },
    jobs: { enqueue: async (job, payload) => void enqueued.push({ name: job, payload }) },
    asksAgain: false,
    onRoute: (route) => void routes.push(route),
    ...options,
  })

  const fetchApp: World['fetch'] = async (path, { host = HOST, from = '127.0.0.1', ...init } = {}) => {
    const request = new Request(`http://${host}${path}`, init)
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const headers = { ...Object.fromEntries(request.headers), host }
    const asked = { method: request.method === 'GET' ? 'GET' : 'POST', url: path, headers, remoteAddress: from, ...(body ? { payload: body } : {}) } as const
    const answer = await server.inject(asked)
    return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: headersOf(answer.headers) })
  }
  const clientOf = (host: string, headers: Record<string, string>, from?: string) =>
    createClient(
      calls,
      async (path, init) => {
        const answer = await fetchApp(path, { ...init, host, ...(from ? { from } : {}) })
        keepCookies(headers, answer)
        return answer
      },
      () => headers,
    )

  return {
    server,
    services,
    db,
    owner,
    url,
    ownerUrl,
    logs,
    routes,
    enqueued,
    fetch: fetchApp,
    clock: {
      now,
      advance: (ms) => {
        offset += ms
      },
    },
    anonymous: (host = HOST, headers = {}, from) => clientOf(host, headers, from),
    signIn: async (username, { host = HOST, password = DEMO_PASSWORD, headers: before = {}, from } = {}) => {
      const browser = { ...before }
      const { token, session_id, customer_id, next_step } = await clientOf(host, browser, from).login({ username, password })
      if (next_step !== 'none') throw new Error(`${username} is asked for more: ${next_step}`)
      const headers = { ...browser, authorization: `Bearer ${token}`, customer: customer_id, session: session_id }
      return { calls: clientOf(host, headers, from), token, session_id, customer_id, headers }
    },
    end: async () => {
      await server.close()
      await suppliers.close()
      await Promise.all([db.close(), owner.end()])
      await end()
    },
  }
}

/** Stores cookies as a browser does on Set-Cookie. */
export function keepCookies(headers: Record<string, string>, answer: Response): void {
  const kept = new Map((headers.cookie ?? '').split('; ').flatMap((pair) => (pair ? [pair.split('=', 2) as [string, string]] : [])))
  for (const line of answer.headers.getSetCookie()) kept.set(...((line.split(';')[0] ?? '').split('=', 2) as [string, string]))
  if (kept.size > 0) headers.cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Makes a new empty database, without a schema. */
export async function emptyDatabase(): Promise<{ url: string; ownerUrl: string; end: () => Promise<void> }> {
  const { nodes, url, ownerUrl } = inject('cluster')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await createOn(nodes, name)
  return { url: withDatabase(url, name), ownerUrl: withDatabase(ownerUrl, name), end: () => dropOn(nodes, name) }
}

const withDatabase = (url: string, name: string) => url.replace(/\/portal$/, `/${name}`)

const headersOf = (headers: Record<string, number | string | string[] | undefined>) =>
  new Headers(Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, String(one)] as [string, string])))
