// The purchase benchmark: the whole product over HTTP against the bare database doing the same sales one by one, alternating in one run.
// f  pgbench calling the bare design of a purchase, which stays as it is (bare.sql)
// a  pgbench calling `sell`, one purchase per commit, many wallets      b  the product, many wallets      c  one wallet      d  one denomination
// e  like b, with ten times the stock, in a database and a server of its own
// The product does: multipart form in, session, access, validation, a signed transaction key, the sale committed to disk, PINs decrypted, JSON out.
// The load makes the keys with the server's own code and master key, because a till fetches them while idle; one line of the result includes fetching the key.
// A busy machine favours the baseline, which has as many processes as clients, each with a share of the processor. Only runs at low load are reliable.
// Options: quick (a small world, one short round, no e), one-million (no e), numbers of clients instead of 1 8 32 128.
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { type Figures, lineOf, round } from './latency.ts'
import { postmasterOf } from './nemesis.ts'
import { benched, ofBare, ofSell } from './pgbench.ts'
import { cpuOf } from './processes.ts'
import { labelOf, type Runs, report } from './report.ts'
import { checkCount, checkMoney, openShop, openTills, type Shop, salesCount } from './shop.ts'
import { onStage, query, type Stage, systemProgram } from './stage.ts'
import type { Kind } from './tills.ts'
import type { WorldSize } from './world.ts'

type Plan = { size: WorldSize; clients: readonly number[]; rounds: number; seconds: number; warm_ms: number; ten: boolean }

const MILLION: WorldSize = { wallets: 20_000, configurations: 501, pins: 2_000, hot: 400_000 }
const TEN_MILLION: WorldSize = { ...MILLION, pins: 20_000 }
const FULL: Plan = { size: MILLION, clients: [1, 8, 32, 128], rounds: 3, seconds: 4, warm_ms: 1_000, ten: true }
const QUICK: Plan = {
  ...FULL,
  size: { wallets: 500, configurations: 51, pins: 2_000, hot: 40_000 },
  clients: [8, 32],
  rounds: 1,
  seconds: 2,
  ten: false,
}
/** The number of clients for which the targets are set. */
const AT_CLIENTS = 32

const say = (line: string) => void process.stdout.write(`${line}\n`)

function planOf(options: ReadonlySet<string>): Plan {
  const plan = options.has('quick') ? QUICK : FULL
  const clients = [...options].map(Number).filter((n) => n > 0)
  return { ...plan, clients: clients.length > 0 ? clients : plan.clients, ten: plan.ten && !options.has('one-million') }
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

/** Returns a function that measures the product with one kind of load (many wallets, one wallet, one denomination). */
function seller(stage: Stage, plan: Plan, record: ReturnType<typeof recorder>) {
  const tills = openTills(stage)
  return (shop: Shop, kind: Kind, clients: number, letter: string) =>
    record(shop, labelOf(letter, clients), async () => {
      const { seconds, warm_ms } = plan
      const { figures, refused } = await tills({ port: shop.port, masterKey: stage.masterKey, kind, tills: clients, warm_ms, seconds, ...shop.size })
      if (Object.keys(refused).length > 0) say(`  refused: ${JSON.stringify(refused)}`)
      return figures
    })
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  return onStage(async (stage) => {
    const plan = planOf(options)
    const cluster = await startEmbedded(stage.dir)
    stage.later(cluster.stop)
    const shop = await openShop(stage, cluster, 'portal', plan.size)
    const runs: Runs = new Map()
    const record = recorder(postmasterOf(stage.dir).pid, runs)
    const sell = seller(stage, plan, record)
    const check_ms: Record<string, number> = {}
    const check = async (each: Shop) => {
      check_ms[each.name] = await checkMoney(each)
      say(`  ${each.name}: books are right (${check_ms[each.name]} ms)`)
    }
    // Makes first sales, then analyzes the tables, as autovacuum does in a shop's first minute.
    const breakIn = async (each: Shop) => {
      await sell(each, 'many', AT_CLIENTS, 'first sales')
      await query(each.superuserUrl, 'analyze')
    }
    const pgbench = systemProgram('pgbench')
    if (!pgbench) say('pgbench is not installed (Debian: postgresql-contrib): no figures of the bare database, no ratio to it')

    const bare = pgbench && (await ofBare(shop))
    await breakIn(shop)
    for (let turn = 1; turn <= plan.rounds; turn++) {
      say(`round ${turn} of ${plan.rounds}`)
      for (const clients of plan.clients) {
        if (bare) {
          const asked = { program: pgbench, dir: stage.dir, clients, seconds: plan.seconds }
          await record(shop, labelOf('f', clients), () => benched(asked, bare), bare.count)
          await record(shop, labelOf('a', clients), () =>
            benched(
              asked,
              ofSell(shop, () => salesCount(shop)),
            ),
          )
        }
        await sell(shop, 'many', clients, 'b')
        await sell(shop, 'wallet', clients, 'c')
        await sell(shop, 'denomination', clients, 'd')
      }
      await sell(shop, 'fetched', AT_CLIENTS, 'b with its key')
      await check(shop)
    }
    if (plan.ten) {
      const large = await openShop(stage, cluster, 'portal_ten', TEN_MILLION)
      await breakIn(large)
      for (let turn = 1; turn <= plan.rounds; turn++) {
        await sell(shop, 'many', AT_CLIENTS, 'one million')
        await sell(large, 'many', AT_CLIENTS, 'ten million')
      }
      await check(large)
    }
    return { ...report(plan.clients, AT_CLIENTS, runs, say), check_ms }
  })
}
