// The lists yardstick: the first page with its count, as the reseller asks for it, through the app without a network: unfiltered, filtered, searched. Runs in
// two worlds at once, so that growth shows in one run: 1,000 customers with 100,000 rows against 10,000 with 10,000,000. The processor time of server and
// database together stays comparable on a busy machine. Growth is judged per tenfold increase of what a list is made of: the worlds differ by ten times the
// customers and a hundred times (twice tenfold) the rows.
// Options: quick (10,000 against 100,000 rows, for testing this code), keep (keeps the full worlds in the temporary directory and reuses them).
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { calls } from '../contract/index.ts'
import type { Call } from '../contract/kit/call.ts'
import { app } from '../server/app.ts'
import { createMetrics } from '../server/kit/metrics.ts'
import { booked } from '../server/modules/credit/booked.ts'
import { createDb } from '../server/postgres/db.ts'
import { type Embedded, startEmbedded } from '../server/postgres/embedded.ts'
import { migrate } from '../server/postgres/migrate.ts'
import { sold } from '../server/postgres/sold.ts'
import { tallyTenant } from '../server/postgres/tallies.ts'
import { figuresOf, round } from './latency.ts'
import { fillLists, type ListsSize, RESELLER_TOKEN } from './lists-world.ts'
import { postmasterOf } from './nemesis.ts'
import { cpuOf } from './processes.ts'
import { onStage, query, type Stage, withDatabase } from './stage.ts'
import { HOST, idOf, TENANT } from './world.ts'

type Plan = { small: ListsSize; large: ListsSize; rounds: number }
const FULL: Plan = { small: { customers: 1_000, rows: 100_000 }, large: { customers: 10_000, rows: 10_000_000 }, rounds: 60 }
const QUICK: Plan = { small: { customers: 100, rows: 10_000 }, large: { customers: 1_000, rows: 100_000 }, rounds: 10 }
const WARM = 6
const BLOCKS = 3
const P95_MOST_MS = 30
const GROWTH_MOST = 1.5

const say = (line: string) => void process.stdout.write(`${line}\n`)

type Question = { label: string; call: Call; fields: Record<string, string>; of: keyof ListsSize }
const asked = (label: string, call: Call, fields: Record<string, string> = {}): Question => ({
  label,
  call,
  fields,
  of: /^(stock|wallet history)/.test(label) ? 'rows' : 'customers',
})
const filters = (value: object) => ({ filters: JSON.stringify(value) })
const customer_id = idOf.shop(42)

const questions: readonly Question[] = [
  asked('customers', calls.customersList),
  asked('customers, low', calls.customersList, filters({ low_balance: true })),
  asked('customers, a plan', calls.customersList, filters({ plan_id: '00000002-0000-7000-8000-000000000003' })),
  asked('customers, searched', calls.customersList, { search_text: 'shop 42' }),
  asked('customers, by balance', calls.customersList, { sort: '-balance' }),
  asked('customers, short', calls.customersListShort),
  asked('products', calls.productsList),
  asked('products, a type', calls.productsList, filters({ product_type: 'cash_card', is_active: true })),
  asked('products, searched', calls.productsList, { search_text: 'product 7' }),
  asked('stock', calls.stockList),
  asked('stock, low', calls.stockList, filters({ low: true })),
  asked('stock, searched', calls.stockList, { search_text: 'product 7' }),
  asked('stock of one', calls.stockList, { configuration_id: idOf.configuration(7) }),
  asked('wallet history', calls.walletHistory),
  asked('wallet history, a customer', calls.walletHistory, filters({ customer_id })),
  asked('wallet history, a mode', calls.walletHistory, filters({ payment_mode: 'cash' })),
  asked('wallet history, searched', calls.walletHistory, { search_text: 'in hand' }),
  asked('assigned products', calls.assignedProducts, { customer_id }),
  asked('assigned products, a type', calls.assignedProducts, { customer_id, ...filters({ product_type: 'cash_card' }) }),
  asked('assigned products, searched', calls.assignedProducts, { customer_id, search_text: 'product 7' }),
  asked('own prices', calls.assignedList),
  asked('own prices, a customer', calls.assignedList, { customer_id }),
]

type Ask = (question: Question) => Promise<{ status: number; ms: number; text: string }>

async function openWorld(stage: Stage, cluster: Embedded, folder: string, name: string, size: ListsSize): Promise<Ask> {
  const at = (url: string) => withDatabase(url, name)
  if ((await query(cluster.superuserUrl, 'select 1 from pg_database where datname = $1', [name])).length === 0)
    await query(cluster.superuserUrl, `create database ${name} owner portal_owner`)
  await migrate(at(cluster.ownerUrl))
  const filled = join(folder, `${name}.filled`)
  if (!existsSync(filled)) {
    const start = performance.now()
    await fillLists(at(cluster.superuserUrl), size)
    say(`${name}: ${size.customers} customers, ${size.rows} rows in ${Math.round((performance.now() - start) / 1000)} s`)
    writeFileSync(filled, '')
  }
  const db = createDb({ url: at(cluster.url), max: 4 })
  const clock = () => new Date()
  for (const tally of [sold, booked]) await tallyTenant({ db, clock }, TENANT, tally)
  const dataDir = join(stage.dir, `data-${name}`)
  mkdirSync(dataDir)
  const { server } = await app({
    db,
    dataDir,
    keys: stage.keys,
    clock,
    metrics: createMetrics(),
    log: pino({ level: 'silent' }),
    captcha: null,
    post: { linkOrigin: 'http://{host}', email: null, sms: null },
    jobs: { enqueue: async () => undefined },
  })
  stage.later(async () => {
    await server.close()
    await db.close()
  })
  return async ({ call, fields }) => {
    const headers = { host: HOST, authorization: `Bearer ${RESELLER_TOKEN}`, 'content-type': 'application/x-www-form-urlencoded' }
    const begun = performance.now()
    const answer = await server.inject({ method: 'POST', url: `/api${call.path}`, headers, payload: String(new URLSearchParams(fields)) })
    return { status: answer.statusCode, ms: performance.now() - begun, text: answer.payload }
  }
}

type Row = {
  list: string
  small_p50: number
  small_p95: number
  large_p50: number
  large_p95: number
  small_cpu: number
  large_cpu: number
  growth: number
  growth_of_ten: number
  met: boolean
}
type Name = 'small' | 'large'
const NAMES: readonly Name[] = ['small', 'large']

/** Both worlds in turn, so that both saw the same machine; in blocks, because the kernel counts processor time in ticks of 10 ms. */
async function measureOne(question: Question, worlds: Record<Name, Ask>, { rounds, ...sizes }: Plan, cpu: () => number): Promise<Row> {
  const took: Record<Name, number[]> = { small: [], large: [] }
  const spent: Record<Name, number> = { small: 0, large: 0 }
  for (let block = 0; block <= BLOCKS; block++)
    for (const name of NAMES) {
      const before = cpu()
      const answers = await oneByOne(block === 0 ? WARM : Math.ceil(rounds / BLOCKS), () => worlds[name](question))
      const wrong = answers.find(({ status }) => status !== 200)
      if (wrong) throw new Error(`${question.label}: ${wrong.status} ${wrong.text.slice(0, 300)}`)
      if (block === 0) continue
      spent[name] += cpu() - before
      took[name].push(...answers.map(({ ms }) => ms))
    }
  const [small, large] = [summary(took.small), summary(took.large)]
  const [small_cpu, large_cpu] = [round(spent.small / took.small.length), round(spent.large / took.large.length)]
  const growth = round(large.p50 / small.p50)
  const growth_of_ten = round(growth ** (1 / Math.log10(sizes.large[question.of] / sizes.small[question.of])))
  const met = large.p95 <= P95_MOST_MS && growth_of_ten <= GROWTH_MOST
  const times = { small_p50: small.p50, small_p95: small.p95, large_p50: large.p50, large_p95: large.p95 }
  return { list: question.label, ...times, small_cpu, large_cpu, growth, growth_of_ten, met }
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

const lineOf = ({ list, small_p50, small_p95, large_p50, large_p95, small_cpu, large_cpu, growth, growth_of_ten, met }: Row) =>
  `${met ? 'met   ' : 'MISSED'} ${list.padEnd(28)} small ${small_p50} / ${small_p95} ms   large ${large_p50} / ${large_p95} ms   growth ${growth}, of ten ${growth_of_ten}   CPU each ${small_cpu}, ${large_cpu} ms`

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  const plan = options.has('quick') ? QUICK : FULL
  const { small, large, rounds } = plan
  return onStage(async (stage) => {
    const folder = options.has('keep') && !options.has('quick') ? join(tmpdir(), 'portal-bench-lists') : join(stage.dir, 'cluster')
    mkdirSync(folder, { recursive: true })
    // PostgreSQL runs as another user when this is root, and needs access.
    chmodSync(folder, 0o755)
    const cluster = await startEmbedded(folder)
    stage.later(cluster.stop)
    const worlds = { small: await openWorld(stage, cluster, folder, 'portal', small), large: await openWorld(stage, cluster, folder, 'large', large) }
    const { pid } = postmasterOf(folder)
    const cpu = () => cpuOf(pid) + cpuOf(process.pid)
    const rows: Row[] = []
    for (const question of questions) {
      const row = await measureOne(question, worlds, plan, cpu)
      rows.push(row)
      say(lineOf(row))
    }
    return {
      small,
      large,
      rounds,
      targets: { p95_ms: P95_MOST_MS, growth_of_ten: GROWTH_MOST },
      missed: rows.filter(({ met }) => !met).map(({ list }) => list),
      lists: rows,
    }
  })
}
