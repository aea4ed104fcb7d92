// The export yardstick: a list of 200,000 rows taken along as CSV and as XLSX, asked for, made and fetched through the app as a browser does. What it takes in
// memory must not depend on how long the list is: a tenth of the rows is exported first, then all, and the peaks are held against each other.
// Options: quick (20,000 rows).
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { calls } from '../contract/index.ts'
import type { Call } from '../contract/kit/call.ts'
import { app } from '../server/app.ts'
import { createDb } from '../server/kit/db.ts'
import { startEmbedded } from '../server/kit/embedded.ts'
import { createMetrics } from '../server/kit/metrics.ts'
import { migrate } from '../server/kit/migrate.ts'
import { fillLists, RESELLER_TOKEN } from './lists-world.ts'
import { onStage, type Stage, withDatabase } from './stage.ts'
import { HOST, TENANT } from './world.ts'

const CUSTOMERS = 1_000
const FULL = 200_000
const QUICK = 20_000
/** One booking in so many was paid in cash: the shorter list. */
const CASH_EVERY = 10
const MB = 1024 * 1024
const LOOK_MS = 10
const MORE_MOST_MB = 64

const say = (line: string) => void process.stdout.write(`${line}\n`)
const columns = ['created_at', 'customer_name', 'kind', 'amount', 'payment_mode', 'before', 'after', 'created_by', 'remarks'].map((key) => ({
  key,
  header: key,
}))

type Ask = (call: Call, fields: Record<string, string>) => Promise<Record<string, unknown>>
type Run = { format: string; rows: number; bytes: number; seconds: number; rows_per_second: number; growth_mb: number }

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
    ...{ db, dataDir, keys: stage.keys, clock: () => new Date(), metrics: createMetrics(), log: pino({ level: 'warn' }), captcha: null },
    post: { linkOrigin: 'http://{host}', email: null, sms: null },
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

/** From the question to the last piece; nothing of the file is kept. */
async function taken(ask: Ask, format: 'csv' | 'xlsx', filters: object): Promise<Omit<Run, 'rows_per_second' | 'growth_mb'>> {
  const begun = performance.now()
  const input = JSON.stringify({ filters: JSON.stringify(filters) })
  const { download_id } = await ask(calls.exportStart, { list: 'walletHistory', input, columns: JSON.stringify(columns), format })
  const id = String(download_id)
  let progress = await ask(calls.exportProgress, { download_id: id })
  for (; progress.state !== 'ready'; progress = await ask(calls.exportProgress, { download_id: id })) {
    if (progress.state === 'failed') throw new Error('the export failed')
    await new Promise((go) => setTimeout(go, 100))
  }
  let [bytes, lines] = [0, 0]
  for (let [piece, pieces] = [0, 1]; piece < pieces; piece++) {
    const part = await ask(calls.exportFetch, { download_id: id, piece: String(piece) })
    const text = Buffer.from(String(part.bytes), 'base64')
    pieces = Number(part.pieces)
    bytes += text.length
    for (const byte of text) if (byte === 10) lines++
  }
  const rows = Number(progress.rows_done)
  if (rows !== progress.rows_total || bytes !== progress.bytes || (format === 'csv' && lines !== rows + 1)) throw new Error(`${lines} lines of ${rows} rows`)
  return { format, rows, bytes, seconds: Math.round(performance.now() - begun) / 1000 }
}

/** The most memory beyond what was there before. */
async function withGrowth<T>(work: () => Promise<T>): Promise<[number, T]> {
  const before = process.memoryUsage.rss()
  let peak = before
  const look = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, LOOK_MS)
  try {
    const result = await work()
    return [Math.round((peak - before) / MB), result]
  } finally {
    clearInterval(look)
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
    await taken(ask, 'csv', { payment_mode: 'cash' })
    await taken(ask, 'xlsx', { payment_mode: 'cash' })
    const runs: Run[] = []
    for (const format of ['csv', 'xlsx'] as const)
      for (const filters of [{ payment_mode: 'cash' }, { payment_mode: 'card' }, {}]) {
        const [growth_mb, run] = await withGrowth(() => taken(ask, format, filters))
        const each = { ...run, rows_per_second: Math.round(run.rows / run.seconds), growth_mb }
        runs.push(each)
        say(
          `${format.padEnd(5)} ${each.rows} rows  ${(each.bytes / MB).toFixed(1)} MB  ${each.seconds} s  ${each.rows_per_second} rows/s  memory +${growth_mb} MB`,
        )
      }
    const most = Math.max(...runs.map(({ growth_mb }) => growth_mb))
    say(`${most <= MORE_MOST_MB ? 'met' : 'MISSED'}: at most ${MORE_MOST_MB} MB more, however long the list`)
    return { rows, target_mb: MORE_MOST_MB, growth_mb: most, met: most <= MORE_MOST_MB, runs }
  })
}
