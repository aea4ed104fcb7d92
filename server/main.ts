// The server as a process: configuration, database, jobs, and an orderly shutdown that loses nothing.
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { calls } from '../contract/index.ts'
import { app } from './app.ts'
import { hoursJobs } from './figures/by-hour.ts'
import { figuresJobs } from './figures/roll-ups.ts'
import { soldJobs } from './figures/sold-by-day.ts'
import { standingJobs } from './figures/totals-by-year.ts'
import { handlers } from './handlers.ts'
import { housekeeping } from './housekeeping.ts'
import { createCaptcha } from './http/captcha.ts'
import { createLists } from './http/lists.ts'
import { createPush } from './http/push-service.ts'
import { diskChecks, moneyCheck } from './http/ready.ts'
import { createWebhookSender } from './http/webhook-sender.ts'
import { type Apart, createApart } from './kit/apart.ts'
import type { Check } from './kit/check.ts'
import { type Config, ConfigurationError, configOrExit, EXIT_CONFIGURATION } from './kit/config.ts'
import { codeOf } from './kit/errors.ts'
import { createLog, STANDARD_OUTPUT } from './kit/log.ts'
import { createMailbox } from './kit/mailbox.ts'
import { createMailer } from './kit/mailer.ts'
import { createMetrics, measureProcess } from './kit/metrics.ts'
import { createSms } from './kit/sms.ts'
import { watchFailures } from './kit/unhandled-failures.ts'
import { creditJobs, creditRunJobs, reminderJobs } from './modules/customers/credit/credit.ts'
import { moveJobs } from './modules/customers/moving-in/moving-in.ts'
import { batchJobs } from './modules/goods/batches/batches.ts'
import { lossJobs } from './modules/goods/loss-guard/loss-guard.ts'
import { priceJobs, tellingJobs } from './modules/goods/prices/prices.ts'
import { openJobs, resumeJobs, resumeUploads, stockJobs } from './modules/goods/stock/stock.ts'
import { stockReportJobs } from './modules/goods/stock-reports/stock-to-date.ts'
import { connectionJobs } from './modules/live/connections/connections.ts'
import { catalogueJobs } from './modules/live/live-products/live-products.ts'
import { statementJobs } from './modules/live/statements/statements.ts'
import { messageJobs } from './modules/messages/messages/messages.ts'
import { pushJobs } from './modules/messages/push/push.ts'
import { booksJobs } from './modules/papers/books/books.ts'
import { exportJobs } from './modules/papers/exports/exports.ts'
import { drawnFiles, invoiceJobs } from './modules/papers/invoices/invoices.ts'
import { monthPackJobs } from './modules/papers/month-packs/month-packs.ts'
import { reportJobs } from './modules/papers/report-schedules/report-schedules.ts'
import { shiftJobs } from './modules/papers/shifts/shifts.ts'
import { auditHeads, auditJobs, startSealing } from './modules/people/audit/audit.ts'
import { liveOrderJobs } from './modules/sales/live-orders/live-orders.ts'
import { statusJobs } from './modules/sales/portal-status/portal-status.ts'
import { replyJobs } from './modules/sales/reclamations/replies.ts'
import { webhookJobs } from './modules/sales/webhooks/deliver.ts'
import { rehearseFirstSales } from './modules/till/selling/selling.ts'
import { trainingJobs } from './modules/till/training/training.ts'
import { sealedBlocks, sealedDeliveries } from './money/checks/proof.ts'
import { createMoney } from './money/money.ts'
import { openPortal } from './open.ts'
import { createBackups } from './postgres/backups.ts'
import { startClock } from './postgres/clock.ts'
import { createDb } from './postgres/db.ts'
import { type Embedded, startEmbedded } from './postgres/embedded-postgres.ts'
import { startJobs } from './postgres/jobs.ts'
import { keyFits } from './postgres/master-key.ts'
import { takeWal } from './postgres/wal-archive.ts'
import { noteServer, refuseSecondServer } from './running-server.ts'
import { demoSignIns } from './seeds/demo.ts'
import { playDemoDay } from './seeds/demo-day.ts'
import { createSuppliers } from './suppliers/connections.ts'
import { createLiveSales } from './suppliers/live-sale.ts'
import { portsIn } from './suppliers/simulators.ts'

const SHUTDOWN_TIMEOUT_MS = 20_000
/**
 * Errors that say that the IP address or port on which the server is to listen is taken or not allowed. A restart does not help, so they count as a wrong
 * configuration.
 */
const ADDRESS = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES'])

const config = configOrExit()
const log = await createLog(config.logLevel, STANDARD_OUTPUT)

/** Cleanup steps, run in reverse order: requests first, the database last. */
const undo: (() => Promise<void>)[] = []

let isEnding = false

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void shutDown(0))
watchFailures(log, () => void shutDown(1))
await serve(config).catch(async (error: unknown) => {
  log.fatal(error instanceof Error ? (error.stack ?? error.message) : String(error))
  await shutDown(error instanceof ConfigurationError ? EXIT_CONFIGURATION : 1)
})

async function serve(config: Config): Promise<void> {
  await refuseSecondServer(config)
  const { url, ownerUrl, reportsUrl, jobsUrl, embedded } = await database(config)
  const db = createDb({ url, ...(reportsUrl ? { reportsUrl } : {}) })
  undo.push(db.close)
  const time = await startClock(db)
  undo.push(async () => time.stop())
  const wrongTime = time.trouble()
  if (wrongTime) throw new ConfigurationError(`not starting: ${wrongTime}`)
  const { clock } = time
  const { keys, isDemo, stop } = await openPortal({ db, clock, ownerUrl, config, isOwn: Boolean(embedded), log })
  undo.push(async () => stop())

  const metrics = createMetrics()
  measureProcess(metrics)
  metrics.tellClock(time.off)
  const backups = createBackups({ config, embedded, metrics, log })
  undo.push(backups.stop)
  const mailbox = createMailbox(config.mailInUrl)
  const post = { linkOrigin: config.linkOrigin, email: createMailer(config.mail), sms: createSms(config.sms), mailbox: mailbox?.address }
  undo.push(async () => post.email?.close())
  const push = createPush({ contact: config.pushContact, keys, loopback: config.suppliers.permitted.loopback })
  const webhooks = config.sendsWebhooks ? createWebhookSender({ keys, loopback: config.suppliers.permitted.loopback }) : null
  const { permitted, hasSimulators, callbackOrigin } = config.suppliers
  const simulators = hasSimulators ? { portOf: portsIn(config.dataDir) } : {}
  const suppliers = createSuppliers({ db, keys, clock, log, callbackOrigin, permitted: { ...permitted, ...simulators } })
  undo.push(suppliers.close)
  const ground = {
    ...{ db, keys, clock, log, metrics, post, suppliers, push, webhooks },
    ...{ dataDir: config.dataDir, filesDir: config.filesDir, captcha: createCaptcha(config.captcha) },
  }
  const money = createMoney(db, clock, [sealedBlocks(db, keys), sealedDeliveries(db, keys), auditHeads(ground)])
  const live = createLiveSales({ ...ground, money })
  undo.push(() => live.close())
  const checks: Check[] = [
    { name: 'clock', look: () => time.ready() },
    { name: 'key', look: async () => ({ ok: await keyFits(db, keys, config), detail: '' }) },
    ...[...db.checks, ...backups.checks],
  ]
  const jobs = await startJobs(
    jobsUrl,
    {
      ...backups.jobs,
      ...housekeeping(ground),
      ...pushJobs(ground),
      ...messageJobs({ ...ground, documents: drawnFiles }),
      ...auditJobs(ground),
      ...exportJobs(ground),
      ...creditJobs({ ...ground, money }),
      ...creditRunJobs({ ...ground, money }),
      ...moveJobs({ ...ground, money }),
      ...reminderJobs(ground),
      ...invoiceJobs(ground),
      ...monthPackJobs({ ...ground, lists: createLists(calls, handlers) }),
      ...reportJobs({ ...ground, lists: createLists(calls, handlers) }),
      ...batchJobs(ground),
      ...lossJobs(ground),
      ...priceJobs(ground),
      ...tellingJobs(ground),
      ...webhookJobs(ground),
      ...stockJobs(ground),
      ...openJobs(ground),
      ...soldJobs(ground),
      ...figuresJobs(ground),
      ...hoursJobs(ground),
      ...standingJobs(ground),
      ...booksJobs({ ...ground, money }),
      ...stockReportJobs(ground),
      ...shiftJobs(ground),
      ...(mailbox ? replyJobs({ ...ground, money, mailbox, apart: letterOpener() }) : {}),
      ...liveOrderJobs({ ...ground, live }),
      ...statusJobs({ ...ground, checks: [moneyCheck(metrics), ...diskChecks(ground), ...checks] }),
      ...connectionJobs(ground),
      ...catalogueJobs(ground),
      ...trainingJobs(ground),
      ...statementJobs(ground),
      ...resumeJobs(ground),
    },
    log,
  )
  undo.push(jobs.stop)

  const webDir = [join(import.meta.dirname, '../web/dist'), join(import.meta.dirname, '../../web/dist')].find((dir) => existsSync(dir))
  const { trustProxy, metricsToken } = config
  const { server, services } = await app({ ...ground, jobs, trustProxy, metricsToken, checks, ...(webDir ? { webDir } : {}) })
  undo.push(() => server.close())
  await Promise.all([resumeUploads(ground), rehearseFirstSales(services)])
  undo.push(startSealing(ground).stop)
  await server.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw ADDRESS.has(codeOf(error)) ? new ConfigurationError(`not starting: ${config.host}:${config.port} is not to be had (${codeOf(error)})`) : error
  })
  const forget = noteServer(config.dataDir, config.host, portOf(server.server.address()))
  undo.push(async () => forget())
  // Reads the suppliers' catalogues that are due now, so that a shop of the demo world can sell recharges at once and not only after the next full minute. The
  // start does not wait for it.
  void jobs.enqueue('keep_catalogues', {}).catch((error: unknown) => log.warn(String(error)))
  // Plays the simulated day of the demo world. It needs the simulators that `npm start` runs; if SIMULATORS is set, these are off or replaced.
  if (isDemo && hasSimulators && !permitted.loopback) undo.push(playDemoDay({ server, jobs, clock, log }).stop)
  if (process.stdout.isTTY || isDemo) sayWhere(portOf(server.server.address()))
}

/** Mails are opened in a process of their own, which ends with this one. */
function letterOpener(): Apart {
  const apart = createApart({ ended: (job, why) => log.warn({ job, why }, 'a mail could not be opened within its bounds') })
  undo.push(async () => apart.close())
  return apart
}

/** Opens the database: the embedded one, unless the environment names another. Without a direct connection this server does not migrate. */
async function database({
  dataDir,
  databaseUrl,
  databaseUrlDirect,
  databaseUrlReports,
  backupDir,
}: Config): Promise<{ url: string; ownerUrl: string; reportsUrl: string; jobsUrl: string; embedded?: Embedded }> {
  // The queue of jobs listens for notifications of the database, so behind a pooler it needs the direct connection. The work of the jobs uses the server's own
  // connections and role.
  if (databaseUrl) return { url: databaseUrl, ownerUrl: databaseUrlDirect, reportsUrl: databaseUrlReports, jobsUrl: databaseUrlDirect || databaseUrl }
  log.info('starting PostgreSQL')
  const died = (said: string) => log.error({ said }, 'PostgreSQL ended and is started again')
  const embedded = await startEmbedded(dataDir, died, { isArchiving: backupDir !== '' })
  // Runs after PostgreSQL has ended, so it also takes the WAL that PostgreSQL finishes while it ends.
  undo.push(async () => void (backupDir && (await takeWal(embedded.spool, backupDir))))
  undo.push(embedded.stop)
  return { url: embedded.url, ownerUrl: embedded.ownerUrl, reportsUrl: '', jobsUrl: embedded.url, embedded }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : config.port
}

function sayWhere(port: number): void {
  const lines = demoSignIns.map(({ host, username, password, what }) => `  http://${host}:${port}  ${username} / ${password}  ${what}`)
  process.stdout.write(`\nDemo world:\n${lines.join('\n')}\n\n`)
}

/** Shuts the process down. Does so once only, because a terminal and a supervisor may both send the signal. */
async function shutDown(code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
  for (const step of undo.splice(0).reverse()) await step().catch((error: unknown) => log.error(error instanceof Error ? error.message : String(error)))
  process.exit(code)
}
