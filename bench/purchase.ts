// The purchase benchmark: the whole product over HTTP against the bare database doing the same sales one by one, alternating in one run.
// f  pgbench calling the bare design of a purchase, which stays as it is (bare.sql)
// a  pgbench calling `sell`, one purchase per commit, many wallets      b  the product, many wallets      c  one wallet      d  one denomination
// e  like b, with ten times the stock, in a database and a server of its own
// g  one denomination on end, and while a snapshot is held open (endurance.ts), in a database and a server of its own
// h  like b, but the customers' own systems buy with API keys, over connections that are kept open
// The product does: multipart form in, session, access, validation, a signed transaction key, the sale committed to disk, PINs decrypted, JSON out.
// The load makes the keys with the server's own code and master key, because a till fetches them while idle; one line of the result includes fetching the key.
// A busy machine favours the baseline, which has as many processes as clients, each with a share of the processor. Only runs at low load are reliable.
// Options: quick (a small world, one short round, no e), one-million (no e), g or h (only this part; h with b beside it), numbers of clients instead of
// 1 8 32 128.
import { type Embedded, startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { addApiKeys } from './api-keys.ts'
import { type Endurance, endure, type Load, worldOf } from './endurance.ts'
import { type Figures, lineOf, round } from './latency.ts'
import { postmasterOf } from './nemesis.ts'
import { benched, ofBare, ofSell } from './pgbench.ts'
import { cpuOf } from './processes.ts'
import { labelOf, type Runs, report } from './report.ts'
import { checkCount, checkMoney, openShop, openTills, type Shop, salesCount } from './shop.ts'
import { onStage, query, type Stage, systemProgram } from './stage.ts'
import type { Kind } from './tills.ts'
import type { WorldSize } from './world.ts'

type Plan = {
  size: WorldSize
  clients: readonly number[]
  rounds: number
  seconds: number
  warm_ms: number
  endurance: Endurance
  /** The parts to measure. `main`: a to d and f. `h` alone is measured together with b. */
  parts: ReadonlySet<'main' | 'ten' | 'g' | 'h'>
}

const MILLION: WorldSize = { wallets: 20_000, configurations: 501, pins: 2_000, hot: 400_000 }
const TEN_MILLION: WorldSize = { ...MILLION, pins: 20_000 }
const FULL: Plan = {
  size: MILLION,
  clients: [1, 8, 32, 128],
  rounds: 3,
  seconds: 4,
  warm_ms: 1_000,
  endurance: { sales: 500_000, minute_s: 60 },
  parts: new Set(['main', 'ten', 'g', 'h']),
}
const QUICK: Plan = {
  ...FULL,
  size: { wallets: 500, configurations: 51, pins: 2_000, hot: 40_000 },
  clients: [8, 32],
  rounds: 1,
  seconds: 2,
  endurance: { sales: 20_000, minute_s: 6 },
  parts: new Set(['main', 'g', 'h']),
}
/** The number of clients for which the targets are set. */
const AT_CLIENTS = 32

const say = (line: string) => void process.stdout.write(`${line}\n`)

function planOf(options: ReadonlySet<string>): Plan {
  const plan = options.has('quick') ? QUICK : FULL
  const clients = [...options].map(Number).filter((n) => n > 0)
  const single = (['g', 'h'] as const).filter((part) => options.has(part))
  const parts = single.length > 0 ? single : [...plan.parts].filter((part) => part !== 'ten' || !options.has('one-million'))
  return { ...plan, clients: clients.length > 0 ? clients : plan.clients, parts: new Set(parts) }
}

/** Runs one measurement, counts its processor time and its sales, compares the number of sales with the books, and stores the figures. */
function recorder(postmaster: number, runs: Runs) {
  return async (shop: Shop, label: string, work: () => Promise<Figures>, count = () => salesCount(shop)): Promise<void> => {
    const before = { database: cpuOf(postmaster), server: cpuOf(shop.pid), sales: await count() }
    const figures = await work()
    const each = (ms: number) => round(ms / Math.max(1, figures.sold))
    figures.database_cpu_ms = each(cpuOf(postmaster) - before.database)
    figures.server_cpu_ms = each(cpuOf(shop.pid) - before.server)
    checkCount(label, (await count()) - before.sales, figures.sold)
    runs.set(label, [...(runs.get(label) ?? []), figures])
    say(lineOf(label, figures))
  }
}

/** Returns a function that measures the product with one kind of load (many wallets, one wallet, one denomination, API keys). */
function seller(stage: Stage, { seconds, warm_ms }: Plan, record: ReturnType<typeof recorder>) {
  const tills = openTills(stage)
  return (shop: Shop, kind: Kind, clients: number, label: string, load: Load = {}) =>
    record(shop, label, async () => {
      const { figures, refused } = await tills({ port: shop.port, masterKey: stage.masterKey, kind, tills: clients, warm_ms, seconds, ...shop.size, ...load })
      if (Object.keys(refused).length > 0) say(`  refused: ${JSON.stringify(refused)}`)
      return figures
    })
}

type Bench = { stage: Stage; plan: Plan; cluster: Embedded; record: ReturnType<typeof recorder>; sell: ReturnType<typeof seller> }

/** Makes first sales, then analyzes the tables, as autovacuum does in a shop's first minute. */
async function breakIn({ sell }: Bench, shop: Shop): Promise<void> {
  await sell(shop, 'many', AT_CLIENTS, 'first sales')
  await query(shop.superuserUrl, 'analyze')
}

/** Measures a to d, f and h in rounds, each at every number of clients. */
async function measureShop(bench: Bench, shop: Shop): Promise<void> {
  const { stage, plan, record, sell } = bench
  const isMain = plan.parts.has('main')
  const program = isMain ? systemProgram('pgbench') : undefined
  if (isMain && !program) say('pgbench is not installed (Debian: postgresql-contrib): no figures of the bare database, no ratio to it')
  const baselines = program
    ? Object.entries({ f: await ofBare(shop), a: ofSell(shop, () => salesCount(shop)) }).map(([letter, baseline]) => ({ letter, baseline, program }))
    : []
  if (plan.parts.has('h')) await addApiKeys(shop.superuserUrl)
  await breakIn(bench, shop)
  for (let turn = 1; turn <= plan.rounds; turn++) {
    say(`round ${turn} of ${plan.rounds}`)
    for (const clients of plan.clients) {
      for (const { letter, baseline, program } of baselines) {
        const asked = { program, dir: stage.dir, clients, seconds: plan.seconds }
        await record(shop, labelOf(letter, clients), () => benched(asked, baseline), baseline.count)
      }
      await sell(shop, 'many', clients, labelOf('b', clients))
      if (plan.parts.has('h')) await sell(shop, 'system', clients, labelOf('h', clients))
      if (!isMain) continue
      await sell(shop, 'wallet', clients, labelOf('c', clients))
      await sell(shop, 'denomination', clients, labelOf('d', clients))
    }
    if (isMain) await sell(shop, 'fetched', AT_CLIENTS, labelOf('b with its key', AT_CLIENTS))
  }
}

/** Measures e: sales out of ten million PINs in turn with sales out of one million. */
async function measureTen(bench: Bench, shop: Shop): Promise<Shop> {
  const { stage, plan, cluster, sell } = bench
  const large = await openShop(stage, cluster, 'portal_ten', TEN_MILLION)
  await breakIn(bench, large)
  for (let turn = 1; turn <= plan.rounds; turn++) {
    await sell(shop, 'many', AT_CLIENTS, labelOf('one million', AT_CLIENTS))
    await sell(large, 'many', AT_CLIENTS, labelOf('ten million', AT_CLIENTS))
  }
  return large
}

/** Measures g in a shop of its own. */
async function measureEndurance(bench: Bench): Promise<Shop> {
  const { stage, plan, cluster, sell } = bench
  const shop = await openShop(stage, cluster, 'portal_on_end', worldOf(plan.size, plan.endurance))
  await breakIn(bench, shop)
  await endure(shop.superuserUrl, plan.endurance, (label, load) => sell(shop, 'denomination', AT_CLIENTS, label, load))
  return shop
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  return onStage(async (stage) => {
    const plan = planOf(options)
    const cluster = await startEmbedded(stage.dir)
    stage.later(cluster.stop)
    const runs: Runs = new Map()
    const record = recorder(postmasterOf(stage.dir).pid, runs)
    const bench: Bench = { stage, plan, cluster, record, sell: seller(stage, plan, record) }
    const check_ms: Record<string, number> = {}
    const check = async (shop: Shop) => {
      check_ms[shop.name] = await checkMoney(shop)
      say(`  ${shop.name}: books are right (${check_ms[shop.name]} ms)`)
    }
    if (plan.parts.has('main') || plan.parts.has('h')) {
      const shop = await openShop(stage, cluster, 'portal', plan.size)
      await measureShop(bench, shop)
      await check(shop)
      if (plan.parts.has('ten')) await check(await measureTen(bench, shop))
    }
    if (plan.parts.has('g')) await check(await measureEndurance(bench))
    return { ...report(plan.clients, AT_CLIENTS, runs, say), check_ms }
  })
}
