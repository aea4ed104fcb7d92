// The invoices benchmark: a year of a reseller's customers billed in one run, then each document drawn as PDF and written as XML, as when a month's documents
// are downloaded in one file. Memory must not depend on the number of documents: the memory in use during the last third of the documents is compared with that
// during the first third. Options: quick (100 customers with 20,000 lines, instead of 1,000 with 1,000,000).
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { pino } from 'pino'
import { calls } from '../contract/index.ts'
import type { Call } from '../contract/kit/call.ts'
import { app } from '../server/app.ts'
import type { Services } from '../server/http/services.ts'
import { berlinDay } from '../server/kit/berlin.ts'
import { createMetrics } from '../server/kit/metrics.ts'
import { documentsBetween, filesOf, goOn } from '../server/modules/papers/invoices/invoices.ts'
import { createDb } from '../server/postgres/db.ts'
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { migrate } from '../server/postgres/migrate.ts'
import { noSuppliers } from '../server/suppliers/connections.ts'
import { RESELLER_TOKEN } from './lists-world.ts'
import { fillReports, type ReportsSize } from './reports-world.ts'
import { onStage, type Stage, withDatabase } from './stage.ts'
import { say } from './two-worlds.ts'
import { HOST, idOf, TENANT } from './world.ts'

const FULL: ReportsSize = { customers: 1_000, lines: 1_000_000 }
const QUICK: ReportsSize = { customers: 100, lines: 20_000 }
const RESELLER = '00000001-0000-7000-8000-000000000001'
const TARGETS = { documents_per_second: 5, growth_mb: 32 }
const MB = 1024 * 1024
const DAY_MS = 86_400_000
const ago = (days: number) => berlinDay(new Date(Date.now() - days * DAY_MS))

type Ask = (call: Call, fields: Record<string, string>) => Promise<Record<string, unknown>>

/**
 * Fills the world: issuer and customers have the details that a document needs, and every second denomination includes tax, so that each customer gets two
 * documents.
 */
async function fill(superuserUrl: string, stage: { url: string }, size: ReportsSize): Promise<void> {
  const db = createDb({ url: stage.url, max: 4 })
  await fillReports(superuserUrl, db, size)
  await db.close()
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  await client.query(
    `update organisations set address = 'Musterstraße', house_no = '1', postal = '10115', city = 'Berlin', country = 'DE', ustidnr = 'DE136695976',
            stnr = '181/815/08155', mobile = '+49 30 1234567', email = 'books@example.test'`,
  )
  for (const table of ['sales', 'refunds'])
    await client.query(`update ${table} set vat_treatment = 'single_purpose_voucher', vat_rate = 1900, vat_country = 'DE' where value % 20000 = 0`)
  await client.query('vacuum analyze')
  await client.end()
}

async function openApp(stage: Stage, url: string): Promise<{ ask: Ask; services: Services }> {
  const db = createDb({ url, max: 6 })
  const dataDir = join(stage.dir, 'data')
  mkdirSync(dataDir)
  const { server, services } = await app({
    ...{
      db,
      dataDir,
      filesDir: dataDir,
      keys: stage.keys,
      clock: () => new Date(),
      metrics: createMetrics(),
      log: pino({ level: 'warn' }),
      captcha: null,
      push: null,
      webhooks: null,
    },
    post: { linkOrigin: 'http://{host}', email: null, sms: null },
    suppliers: noSuppliers({ db, keys: stage.keys }),
    jobs: { enqueue: async () => undefined },
  })
  stage.later(async () => {
    await server.close()
    await db.close()
  })
  const headers = { host: HOST, authorization: `Bearer ${RESELLER_TOKEN}`, 'content-type': 'application/x-www-form-urlencoded' }
  const ask: Ask = async (call, fields) => {
    const answer = await server.inject({ method: 'POST', url: `/api${call.path}`, headers, payload: String(new URLSearchParams(fields)) })
    if (answer.statusCode !== 200) throw new Error(`${call.path}: ${answer.statusCode} ${answer.payload.slice(0, 300)}`)
    return answer.json()
  }
  return { ask, services }
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Memory in use after garbage collection, in MB. */
function live(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / MB
}
const round = (n: number) => Math.round(n * 10) / 10
const seconds = (begun: number) => (performance.now() - begun) / 1000

/** Bills all customers in one run. Throws if anything is left to bill afterwards. */
async function billAll(ask: Ask, services: Services, { customers }: ReportsSize) {
  const period = { date_from: ago(366), date_to: ago(0) }
  const customer_ids = JSON.stringify(Array.from({ length: customers }, (_, n) => idOf.shop(n + 1)))
  const begun = performance.now()
  const { run_id } = await ask(calls.invoicesGenerate, { ...period, customer_ids })
  // Makes the documents of the run turn by turn, as the server's job does.
  while (!(await goOn(services, TENANT, String(run_id))));
  const took = seconds(begun)
  const { results } = (await ask(calls.invoiceRun, { run_id: String(run_id) })) as { results: { documents: unknown[]; problem: string | null }[] }
  const documents = results.reduce((sum, one) => sum + one.documents.length, 0)
  const wrong = results.find(({ problem }) => problem !== null && problem !== 'nothing')
  const left = (await ask(calls.customersForInvoice, period)) as { filters: { total_count: number } }
  if (wrong || documents === 0 || left.filters.total_count > 0) throw new Error(`not all was billed: ${wrong?.problem ?? left.filters.total_count}`)
  return { documents, seconds: round(took), per_second: round(documents / took) }
}

/** Makes each document as PDF and as XML; the files are thrown away. */
async function drawAll({ db }: Services) {
  const today = { date_from: ago(1), date_to: ago(0) }
  const documents = await db.read(TENANT, (q) => documentsBetween(q, { tenant_id: TENANT, organisation_id: RESELLER, ...today }))
  const held: number[] = []
  const every = Math.max(1, Math.floor(documents.length / 30))
  let [bytes, rss] = [0, 0]
  const begun = performance.now()
  for (const [n, document] of documents.entries()) {
    const files = await db.read(TENANT, (q) => filesOf(q, TENANT, document))
    bytes += files.reduce((sum, file) => sum + file.bytes.length, 0)
    rss = Math.max(rss, process.memoryUsage.rss())
    if (n % every === 0) held.push(live())
  }
  const took = seconds(begun)
  const third = Math.floor(held.length / 3)
  const peak = (from: number, to: number) => Math.max(...held.slice(from, to))
  const growth_mb = round(peak(held.length - third, held.length) - peak(0, third))
  return {
    documents: documents.length,
    mb: round(bytes / MB),
    seconds: round(took),
    per_second: round(documents.length / took),
    growth_mb,
    rss_mb: Math.round(rss / MB),
  }
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  const size = options.has('quick') ? QUICK : FULL
  return onStage(async (stage) => {
    const cluster = await startEmbedded(join(stage.dir, 'cluster'))
    stage.later(cluster.stop)
    await migrate(cluster.ownerUrl)
    await fill(withDatabase(cluster.superuserUrl, 'portal'), { url: cluster.url }, size)
    const { ask, services } = await openApp(stage, cluster.url)
    const billed = await billAll(ask, services, size)
    say(`billed  ${billed.documents} documents of ${size.lines} lines in ${billed.seconds} s: ${billed.per_second} a second`)
    const drawn = await drawAll(services)
    say(`drawn   ${drawn.documents} as PDF and XML, ${drawn.mb} MB, in ${drawn.seconds} s: ${drawn.per_second} a second, held +${drawn.growth_mb} MB`)
    const met = drawn.per_second >= TARGETS.documents_per_second && drawn.growth_mb <= TARGETS.growth_mb
    say(
      `${met ? 'met' : 'MISSED'}: ${TARGETS.documents_per_second} documents a second, at most ${TARGETS.growth_mb} MB more held in the last third than in the first`,
    )
    return { ...size, targets: TARGETS, met, billed, drawn }
  })
}
