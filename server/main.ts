// The server as a process: configuration, database, jobs, and a way down that loses nothing.
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { app } from './app.ts'
import { EXIT_CONFIGURATION, reasonsNotToStart } from './kit/boot-check.ts'
import { createCaptcha } from './kit/captcha.ts'
import { systemClock } from './kit/clock.ts'
import { type Config, readConfig } from './kit/config.ts'
import { createDb, type Db } from './kit/db.ts'
import { startEmbedded } from './kit/embedded.ts'
import { housekeeping } from './kit/housekeeping.ts'
import { startJobs } from './kit/jobs.ts'
import { createKeys, readMasterKey } from './kit/keys.ts'
import { createMailer } from './kit/mailer.ts'
import { createMetrics, measureProcess } from './kit/metrics.ts'
import { migrate } from './kit/migrate.ts'
import { createSms } from './kit/sms.ts'
import { soldJobs } from './kit/sold.ts'
import { auditJobs, startSealing } from './modules/audit/audit.ts'
import { batchJobs } from './modules/batches/batches.ts'
import { creditJobs, creditRunJobs } from './modules/credit/credit.ts'
import { exportJobs } from './modules/exports/exports.ts'
import { messageJobs } from './modules/messages/messages.ts'
import { resumeUploads, stockJobs } from './modules/stock/stock.ts'
import { createMoney } from './money/money.ts'
import { demoSignIns, seedDemo } from './seeds/demo.ts'

const SHUTDOWN_TIMEOUT_MS = 20_000

class ConfigurationError extends Error {}

const config = readConfig(process.env)
// Written behind: a request does not wait for its line, and lines of a busy moment go together. pino empties it at the process's end.
const log = pino(
  { level: config.logLevel, redact: ['req.headers.authorization', 'headers.authorization', 'password', 'token', 'pin', 'pins'] },
  pino.destination({ sync: false }),
)

/** Undone in reverse: requests first, the database last. */
const undo: (() => Promise<void>)[] = []

process.once('SIGTERM', () => void shutDown(0))
process.once('SIGINT', () => void shutDown(0))
await serve(config).catch(async (error: unknown) => {
  log.fatal(error instanceof Error ? (error.stack ?? error.message) : String(error))
  await shutDown(error instanceof ConfigurationError ? EXIT_CONFIGURATION : 1)
})

async function serve(config: Config): Promise<void> {
  const { url, ownerUrl, reportsUrl } = await database(config)
  if (ownerUrl) await migrate(ownerUrl)
  const db = createDb({ url, ...(reportsUrl ? { reportsUrl } : {}) })
  undo.push(db.close)
  const reasons = await reasonsNotToStart(db)
  if (reasons.length > 0) throw new ConfigurationError(`not starting: ${reasons.join('; ')}`)

  const keys = createKeys(readMasterKey(config.masterKey, config.masterKeyFile))
  const isDemo = Boolean(ownerUrl) && (await isEmpty(db))
  if (isDemo) await seedDemo({ ownerUrl, keys, clock: systemClock })

  const metrics = createMetrics()
  measureProcess(metrics)
  const money = createMoney(db, systemClock)
  const post = { linkOrigin: config.linkOrigin, email: createMailer(config.mail), sms: createSms(config.sms) }
  undo.push(async () => post.email?.close())
  const ground = { db, keys, clock: systemClock, log, metrics, dataDir: config.dataDir, captcha: createCaptcha(config.captcha), post }
  const jobs = await startJobs(
    ownerUrl || url,
    {
      ...housekeeping({ ...ground, money }),
      ...messageJobs(ground),
      ...auditJobs(ground),
      ...exportJobs(ground),
      ...creditJobs({ ...ground, money }),
      ...creditRunJobs({ ...ground, money }),
      ...batchJobs(ground),
      ...stockJobs(ground),
      ...soldJobs(ground),
      resume_uploads: { cron: '* * * * *', work: () => resumeUploads(ground) },
    },
    log,
  )
  undo.push(jobs.stop)

  const webDir = [join(import.meta.dirname, '../web/dist'), join(import.meta.dirname, '../../web/dist')].find((dir) => existsSync(dir))
  const { trustProxy, metricsToken } = config
  const { server } = await app({ ...ground, jobs, trustProxy, metricsToken, ...(webDir ? { webDir } : {}) })
  undo.push(() => server.close())
  await resumeUploads(ground)
  undo.push(startSealing(ground).stop)
  await server.listen({ host: config.host, port: config.port })
  if (process.stdout.isTTY || isDemo) sayWhere(portOf(server.server.address()))
}

/** The embedded one, unless the environment names another. Without a direct connection somebody else migrates. */
async function database({
  dataDir,
  databaseUrl,
  databaseUrlDirect,
  databaseUrlReports,
}: Config): Promise<{ url: string; ownerUrl: string; reportsUrl: string }> {
  if (databaseUrl) return { url: databaseUrl, ownerUrl: databaseUrlDirect, reportsUrl: databaseUrlReports }
  const embedded = await startEmbedded(dataDir, (said) => log.error({ said }, 'PostgreSQL ended and is started again'))
  undo.push(embedded.stop)
  return { url: embedded.url, ownerUrl: embedded.ownerUrl, reportsUrl: '' }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : config.port
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.reference((q) => q.query('select 1 from hosts limit 1'))).length === 0
}

function sayWhere(port: number): void {
  const lines = demoSignIns.map(({ host, username, password, what }) => `  http://${host}:${port}  ${username} / ${password}  ${what}`)
  process.stdout.write(`\nDemo world:\n${lines.join('\n')}\n\n`)
}

async function shutDown(code: number): Promise<void> {
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
  for (const step of undo.splice(0).reverse()) await step().catch((error: unknown) => log.error(error instanceof Error ? error.message : String(error)))
  process.exit(code)
}
