// The fair benchmark shows that a tenant does not wait for its neighbours. Tills of one tenant sell, first undisturbed, then while one user of another tenant
// floods: 200 lists at once, a thousand uploads that send nothing, unknown hosts, texts as long as a form may be, files that take long to open, anonymous
// requests whose bodies arrive byte by byte, large forms in chunks.
// The flooding process runs at low priority, and its share of the processor is reported. A sale may take at most twice its quiet time, and no sale may be
// refused with a request to try later.
// The quiet time is measured before every flood, so that the machine is in the same state for both measurements.
// Options: quick (seconds instead of tens of seconds).
import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { issueKey } from '../server/http/transaction-key.ts'
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { migrate } from '../server/postgres/migrate.ts'
import { buyerAt } from './buyer.ts'
import { FLOODS, type Flood, fillFair, type Order } from './fair-world.ts'
import { round } from './latency.ts'
import { builtServer, forkScript, onStage, type Stage, startServer, withDatabase } from './stage.ts'
import { idOf, TENANT, type WorldSize } from './world.ts'

type Plan = { seconds: number; warm_ms: number; customers: number }
const FULL: Plan = { seconds: 15, warm_ms: 3_000, customers: 5_000 }
const QUICK: Plan = { seconds: 4, warm_ms: 1_000, customers: 2_000 }
const SIZE: WorldSize = { wallets: 50, configurations: 11, pins: 20_000, hot: 20_000 }
const TILLS = 4
const TILL_PAUSE_MS = 40
const RATIO_MOST = 2
/**
 * A sale under a flood that takes at most this many milliseconds is fast enough, whatever its ratio to the time without a flood. The ratio of two such short
 * times measures the timer's resolution rather than waiting.
 */
const P95_LEAST_MS = 10

const say = (line: string) => void process.stdout.write(`${line}\n`)
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const pick = (n: number) => 1 + Math.floor(Math.random() * n)

type Sold = { sales: number; p50: number; p95: number; most: number; refused: Record<string, number> }

/** Sells one PIN card after another at each of these tills, with a pause between customers. */
async function sell(port: number, stage: Stage, seconds: number): Promise<Sold> {
  const { buy } = buyerAt([port])
  const ms: number[] = []
  const refused: Record<string, number> = {}
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: TILLS }, async () => {
      while (performance.now() < end) {
        const shop = pick(SIZE.wallets)
        const key = issueKey(stage.keys, { home_tenant_id: TENANT, user_id: idOf.user(shop) })
        const begun = performance.now()
        const outcome = await buy({ key, shop, configuration: pick(SIZE.configurations), quantity: 1 })
        ms.push(performance.now() - begun)
        if (outcome === 'unknown' || 'refused' in outcome) {
          const why = outcome === 'unknown' ? outcome : outcome.refused
          refused[why] = (refused[why] ?? 0) + 1
        }
        await pause(TILL_PAUSE_MS)
      }
    }),
  )
  ms.sort((a, b) => a - b)
  const at = (share: number) => round(ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? 0)
  return { sales: ms.length, p50: at(0.5), p95: at(0.95), most: at(1), refused }
}

async function flooded<T>(order: Exclude<Order, 'stop'>, warm_ms: number, work: () => Promise<T>): Promise<{ result: T; statuses: Record<string, number> }> {
  const child: ChildProcess = forkScript('flood.ts')
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  try {
    const told = () =>
      new Promise<unknown>((resolve, reject) => {
        child.once('message', resolve)
        child.once('exit', () => reject(new Error('the flood ended by itself')))
      })
    child.send(order)
    await told()
    await pause(warm_ms)
    const result = await work()
    child.send('stop')
    return { result, statuses: (await told()) as Record<string, number> }
  } finally {
    child.kill('SIGKILL')
  }
}

type Row = { flood: Flood; quiet: Sold; under: Sold; ratio: number; statuses: Record<string, number> }

const isMet = ({ quiet, under, ratio }: Row) =>
  (ratio <= RATIO_MOST || under.p95 <= P95_LEAST_MS) && [quiet, under].every(({ refused }) => Object.keys(refused).length === 0)

async function openServer(stage: Stage, customers: number): Promise<number> {
  const cluster = await startEmbedded(join(stage.dir, 'cluster'))
  stage.later(cluster.stop)
  await migrate(cluster.ownerUrl)
  await fillFair(withDatabase(cluster.superuserUrl, 'portal'), stage.keys, SIZE, customers)
  const env = { DATABASE_URL: cluster.url, DATABASE_URL_DIRECT: cluster.ownerUrl, DATA_DIR: join(stage.dir, 'data') }
  const own = { MASTER_KEY: stage.masterKey, LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1' }
  const server = await startServer(builtServer(), join(stage.dir, 'server.log'), { ...env, ...own })
  stage.later(server.stop)
  return server.port
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  const { seconds, warm_ms, customers } = options.has('quick') ? QUICK : FULL
  return onStage(async (stage) => {
    const port = await openServer(stage, customers)
    await sell(port, stage, warm_ms / 1000)
    const rows: Row[] = []
    for (const flood of FLOODS) {
      const quiet = await sell(port, stage, seconds)
      const { result: under, statuses } = await flooded({ port, flood }, warm_ms, () => sell(port, stage, seconds))
      const row = { flood, quiet, under, ratio: round(under.p95 / quiet.p95), statuses }
      rows.push(row)
      say(
        `${isMet(row) ? 'met   ' : 'MISSED'} ${flood.padEnd(8)} sale p95 ${quiet.p95} → ${under.p95} ms (× ${row.ratio})  ${JSON.stringify(under.refused)}  flood ${JSON.stringify(statuses)}`,
      )
    }
    const targets = Object.fromEntries(rows.map((row) => [`sale under ${row.flood}: p95 <= ${RATIO_MOST} x quiet, none refused`, isMet(row)]))
    return { seconds, tills: TILLS, customers, targets, rows }
  })
}
