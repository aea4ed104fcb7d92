// Questions asked of two worlds in turn, a small and a large one, through the app without a network, so that growth shows in one run on whatever machine.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Call } from '../contract/kit/call.ts'
import { app } from '../server/app.ts'
import { type Tally, tallyTenant } from '../server/figures/tallies.ts'
import { createMetrics } from '../server/kit/metrics.ts'
import { createDb, type Db } from '../server/postgres/db.ts'
import type { Embedded } from '../server/postgres/embedded-postgres.ts'
import { migrate } from '../server/postgres/migrate.ts'
import { noSuppliers } from '../server/suppliers/connections.ts'
import { figuresOf, round } from './latency.ts'
import { RESELLER_TOKEN } from './lists-world.ts'
import { query, type Stage, withDatabase } from './stage.ts'
import { HOST, TENANT } from './world.ts'

export const say = (line: string) => void process.stdout.write(`${line}\n`)

export type Answer = { status: number; ms: number; text: string }
/** `ask` makes a request as the reseller's manager, or with the given token. */
export type World = { db: Db; now: Date; ask: (call: Call, fields: Record<string, string>, token?: string) => Promise<Answer> }
/**
 * The content of a world. `fill`: inserts its rows as the superuser, once. `tallies`: the running totals that are then computed from the rows. `now`: the time
 * to which the world's clock is set; if left out, the real time.
 */
export type Making = { what: string; fill: (superuserUrl: string, db: Db) => Promise<void>; tallies: readonly Tally[]; now?: (db: Db) => Promise<Date> }

export async function openWorld(stage: Stage, cluster: Embedded, folder: string, name: string, { what, fill, tallies, now }: Making): Promise<World> {
  const urlOf = (url: string) => withDatabase(url, name)
  if ((await query(cluster.superuserUrl, 'select 1 from pg_database where datname = $1', [name])).length === 0)
    await query(cluster.superuserUrl, `create database ${name} owner portal_owner`)
  await migrate(urlOf(cluster.ownerUrl))
  const db = createDb({ url: urlOf(cluster.url), max: 4 })
  const filled = join(folder, `${name}.filled`)
  if (!existsSync(filled)) {
    const start = performance.now()
    await fill(urlOf(cluster.superuserUrl), db)
    say(`${name}: ${what} in ${Math.round((performance.now() - start) / 1000)} s`)
    writeFileSync(filled, '')
  }
  const at = await now?.(db)
  const clock = () => at ?? new Date()
  for (const tally of tallies) await tallyTenant({ db, clock }, TENANT, tally)
  const dataDir = join(stage.dir, `data-${name}`)
  mkdirSync(dataDir)
  const { server } = await app({
    db,
    dataDir,
    filesDir: dataDir,
    keys: stage.keys,
    clock,
    metrics: createMetrics(),
    log: pino({ level: 'silent' }),
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
  const ask: World['ask'] = async (call, fields, token = RESELLER_TOKEN) => {
    const asked = String(new URLSearchParams(fields))
    const headers = { host: HOST, authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
    const url = `/api${call.path}`
    const begun = performance.now()
    const answer = await server.inject(
      call.method === 'GET' ? { method: 'GET', url: `${url}?${asked}`, headers } : { method: 'POST', url, headers, payload: asked },
    )
    return { status: answer.statusCode, ms: performance.now() - begun, text: answer.payload }
  }
  return { db, now: clock(), ask }
}

export type Row = {
  list: string
  small_p50: number
  small_p95: number
  large_p50: number
  large_p95: number
  small_cpu: number
  large_cpu: number
  growth: number
  growth_of_ten: number
  /** The number of rows in the whole answer, not on its page. The numbers of both worlds show how much larger the answer of the large world is. */
  small_rows: number | null
  large_rows: number | null
  met: boolean
}
export type Name = 'small' | 'large'
const NAMES: readonly Name[] = ['small', 'large']
const WARM = 6
const BLOCKS = 3
/**
 * Limits for slow questions. A question that takes longer even with all its database pages in memory has missed its target anyway: above SLOW_MS it is asked
 * only once per block, above HOPELESS_MS there is only one block.
 */
const SLOW_MS = 400
const HOPELESS_MS = 2_000

/** `tens`: the number of tenfold steps by which the large world has more of the question's data. */
export type Measure = { rounds: number; tens: number; p95_ms: number; growth: number }

/**
 * Measures both worlds in turn, so that other work on the machine slows both alike; in blocks of several questions, because the kernel counts processor time in
 * ticks of 10 ms.
 */
export async function measureOne(
  label: string,
  ask: (name: Name) => Promise<Answer>,
  { rounds, tens, p95_ms, growth: most }: Measure,
  cpu: () => number,
): Promise<Row> {
  const took: Record<Name, number[]> = { small: [], large: [] }
  const spent: Record<Name, number> = { small: 0, large: 0 }
  const tried = await oneByOne(2, () => ask('large'))
  const told = { small: toldBy(label, await ask('small')), large: toldBy(label, tried[0]) }
  const least = Math.min(...tried.map(({ ms }) => ms))
  const slow = least > SLOW_MS
  for (let block = slow ? 1 : 0; block <= (least > HOPELESS_MS ? 1 : BLOCKS); block++)
    for (const name of NAMES) {
      const before = cpu()
      const times = slow ? 1 : block === 0 ? WARM : Math.ceil(rounds / BLOCKS)
      const answers = await oneByOne(times, () => ask(name))
      // A question that the server gave up at its deadline (503) counts with the time until that answer.
      const wrong = answers.find(({ status }) => status !== 200 && status !== 503)
      if (wrong) throw new Error(`${label}: ${wrong.status} ${wrong.text.slice(0, 300)}`)
      if (block === 0) continue
      spent[name] += cpu() - before
      took[name].push(...answers.map(({ ms }) => ms))
    }
  const [small, large] = [summary(took.small), summary(took.large)]
  const [small_cpu, large_cpu] = [round(spent.small / took.small.length), round(spent.large / took.large.length)]
  const growth = round(large.p50 / small.p50)
  const growth_of_ten = round(growth ** (1 / tens))
  const met = large.p95 <= p95_ms && growth_of_ten <= most
  const times = { small_p50: small.p50, small_p95: small.p95, large_p50: large.p50, large_p95: large.p95 }
  return { list: label, ...times, small_cpu, large_cpu, growth, growth_of_ten, small_rows: told.small, large_rows: told.large, met }
}

/** The number of rows in the whole answer. The measured answers must be right, so this throws if an answer says that it does not agree with the books. */
function toldBy(label: string, answer: Answer | undefined): number | null {
  if (answer?.status !== 200) return null
  const { filters, agrees } = JSON.parse(answer.text) as { filters?: { total_count?: number }; agrees?: { agrees?: boolean | null } }
  if (agrees?.agrees === false) throw new Error(`${label}: does not agree with the books: ${JSON.stringify(agrees)}`)
  return filters?.total_count ?? null
}

async function oneByOne<T>(times: number, ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let n = 0; n < times; n++) answers.push(await ask())
  return answers
}

const summary = (ms: readonly number[]) => {
  const sorted = [...ms].sort((a, b) => a - b)
  return { p50: figuresOf(ms, 1, 0).p50, p95: round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0) }
}

export const lineOf = ({ list, small_p50, small_p95, large_p50, large_p95, small_cpu, large_cpu, growth, growth_of_ten, small_rows, large_rows, met }: Row) =>
  `${met ? 'met   ' : 'MISSED'} ${list.padEnd(34)} small ${small_p50} / ${small_p95} ms   large ${large_p50} / ${large_p95} ms   growth ${growth}, of ten ${growth_of_ten}   CPU each ${small_cpu}, ${large_cpu} ms   rows ${small_rows ?? '-'}, ${large_rows ?? '-'}`
