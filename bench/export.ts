// The export benchmark: a list of 200,000 rows exported as CSV and as XLSX, started, made and fetched through the app as a browser does. The memory it
// takes must not depend on the length of the list: a tenth of the rows is exported first, then all, and the peaks are compared.
// Options: quick (20,000 rows).
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { pino } from 'pino'
import { calls } from '../contract/index.ts'
import type { Call } from '../contract/kit/call.ts'
import { app } from '../server/app.ts'
import { createMetrics } from '../server/kit/metrics.ts'
import { createDb } from '../server/postgres/db.ts'
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { migrate } from '../server/postgres/migrate.ts'
import { noSuppliers } from '../server/suppliers/connections.ts'
import { fillLists, RESELLER_TOKEN } from './lists-world.ts'
import { onStage, type Stage, withDatabase } from './stage.ts'
import { HOST, TENANT } from './world.ts'

const CUSTOMERS = 1_000
const FULL = 200_000
const QUICK = 20_000
/** Every tenth booking was paid in cash, so that the list filtered for cash has a tenth of the rows of the whole list. */
const CASH_EVERY = 10
const MB = 1024 * 1024
const FORMATS = ['csv', 'xlsx'] as const
const RSS_MS = 10
const LIVE_MS = 1_000
const LIVE_MOST_MB = 32

const say = (line: string) => void process.stdout.write(`${line}\n`)
const columns = ['created_at', 'customer_name', 'kind', 'amount', 'payment_mode', 'before', 'after', 'created_by', 'remarks'].map((key) => ({
  key,
  header: key,
}))

type Ask = (call: Call, fields: Record<string, string>) => Promise<Record<string, unknown>>
type Made = { id: string; rows: number; bytes: number; seconds: number }
type Run = Omit<Made, 'id'> & { format: string; rows_per_second: number; live_mb: number; rss_mb: number }

async function bookings(superuserUrl: string, rows: number): Promise<void> {
  await fillLists(superuserUrl, { customers: CUSTOMERS, rows: 2 * CUSTOMERS })
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  await client.query('delete from transfers')
  await client.query(
    `insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after, payment_mode, remarks, created_by, created_at)
     select $1, w.organisation_id, 1000 + t, w.parent_id, w.organisation_id, 10000, 'top_up', gen_random_uuid(), t * 10000::bigint,
            case t % ${CASH_EVERY} when 0 then 'cash' else 'card' end, 'booking ' || t, w.organisation_id, now() - t * interval '20 minutes'
       from wallets w cross join generate_series(1, $2::int) t`,
    [TENANT, rows / CUSTOMERS],
  )
  await client.query('vacuum analyze transfers')
  await client.end()
}

async function openApp(stage: Stage, url: string): Promise<Ask> {
  const db = createDb({ url, max: 6 })
  const dataDir = join(stage.dir, 'data')
  mkdirSync(dataDir)
  const { server } = await app({
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
    post: { linkOrigin: 'http://{host}', email: null, sms: null },
    suppliers: noSuppliers({ db, keys: stage.keys }),
    jobs: { enqueue: async () => undefined },
  })
  stage.later(async () => {
    await server.close()
    await db.close()
  })
  const headers = { host: HOST, authorization: `Bearer ${RESELLER_TOKEN}`, 'content-type': 'application/x-www-form-urlencoded' }
  return async (call, fields) => {
    const answer = await server.inject({ method: 'POST', url: `/api${call.path}`, headers, payload: String(new URLSearchParams(fields)) })
    if (answer.statusCode !== 200) throw new Error(`${call.path}: ${answer.statusCode} ${answer.payload.slice(0, 300)}`)
    return answer.json()
  }
}

/** Measures the time from starting the export until the file is ready. */
async function made(ask: Ask, format: 'csv' | 'xlsx', filters: object): Promise<Made> {
  const begun = performance.now()
  const input = JSON.stringify({ filters: JSON.stringify(filters) })
  const { download_id } = await ask(calls.exportStart, { list: 'walletHistory', input, columns: JSON.stringify(columns), format })
  const id = String(download_id)
  let progress = await ask(calls.exportProgress, { download_id: id })
  for (; progress.state !== 'ready'; progress = await ask(calls.exportProgress, { download_id: id })) {
    if (progress.state === 'failed') throw new Error('the export failed')
    await new Promise((go) => setTimeout(go, 100))
  }
  if (progress.rows_done !== progress.rows_total) throw new Error(`${progress.rows_done} of ${progress.rows_total} rows`)
  return { id, rows: Number(progress.rows_done), bytes: Number(progress.bytes), seconds: Math.round(performance.now() - begun) / 1000 }
}

/** Fetches the file piece by piece, as a browser does, and discards it. */
async function fetched(ask: Ask, format: 'csv' | 'xlsx', { id, rows, bytes: expected }: Made): Promise<void> {
  let [bytes, lines] = [0, 0]
  for (let [piece, pieces] = [0, 1]; piece < pieces; piece++) {
    const part = await ask(calls.exportFetch, { download_id: id, piece: String(piece) })
    const text = Buffer.from(String(part.bytes), 'base64')
    pieces = Number(part.pieces)
    bytes += text.length
    for (const byte of text) if (byte === 10) lines++
  }
  if (bytes !== expected || (format === 'csv' && lines !== rows + 1)) throw new Error(`${bytes} bytes, ${lines} lines of ${rows} rows`)
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Memory in use after garbage collection. The process holds more memory than this, because some of its garbage is not collected yet. */
function live(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Runs `work`; returns by how many MB the bytes counted by `look` rose at their peak, and the result of `work`. */
async function withPeak<T>(look: () => number, every: number, work: () => Promise<T>): Promise<[number, T]> {
  const before = look()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, look())
  }, every)
  try {
    const result = await work()
    return [Math.round((peak - before) / MB), result]
  } finally {
    clearInterval(timer)
  }
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  const rows = options.has('quick') ? QUICK : FULL
  return onStage(async (stage) => {
    const cluster = await startEmbedded(join(stage.dir, 'cluster'))
    stage.later(cluster.stop)
    await migrate(cluster.ownerUrl)
    await bookings(withDatabase(cluster.superuserUrl, 'portal'), rows)
    const ask = await openApp(stage, cluster.url)
    for (const format of FORMATS) await fetched(ask, format, await made(ask, format, { payment_mode: 'cash' }))
    const runs: Run[] = []
    for (const format of FORMATS)
      for (const filters of [{ payment_mode: 'cash' }, {}]) {
        const [rss_mb, { id, ...file }] = await withPeak(process.memoryUsage.rss, RSS_MS, () => made(ask, format, filters))
        await fetched(ask, format, { id, ...file })
        const [live_mb] = await withPeak(live, LIVE_MS, () => made(ask, format, filters))
        const run = { format, ...file, rows_per_second: Math.round(file.rows / file.seconds), live_mb, rss_mb }
        runs.push(run)
        say(
          `${format.padEnd(5)} ${run.rows} rows  ${(run.bytes / MB).toFixed(1)} MB  ${run.seconds} s  ${run.rows_per_second} rows/s  held +${live_mb} MB  process +${rss_mb} MB`,
        )
      }
    const most = Math.max(...runs.map(({ live_mb }) => live_mb))
    say(`${most <= LIVE_MOST_MB ? 'met' : 'MISSED'}: at most ${LIVE_MOST_MB} MB held, however long the list`)
    return { rows, target_mb: LIVE_MOST_MB, live_mb: most, met: most <= LIVE_MOST_MB, runs }
  })
}
