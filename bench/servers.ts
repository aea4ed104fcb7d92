// The benchmark of several servers on one database: 1, 2 and 4 server processes sell at the same time, as behind a load balancer. Says how many sales a second they
// make together, and whether every sale that a till was told of is in the books, and no other.
// Sales grow with the servers where there are processors for them and for the database. The ratio has no target: on a machine with few processors several servers
// make fewer sales than one, because each gathers fewer purchases into one commit.
// Options: quick (a small world, one short round), numbers of tills instead of 32 128.
import { join } from 'node:path'
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { type Figures, lineOf, median, medians, round } from './latency.ts'
import { postmasterOf } from './nemesis.ts'
import { cpuOf } from './processes.ts'
import { labelOf } from './report.ts'
import { checkMoney, openShop, openTills, type Shop, salesCount, serverBeside } from './shop.ts'
import { onStage, query, type Stage } from './stage.ts'
import type { WorldSize } from './world.ts'

const COUNTS = [1, 2, 4] as const
type Plan = { size: WorldSize; tills: readonly number[]; rounds: number; seconds: number; warm_ms: number }
const FULL: Plan = { size: { wallets: 20_000, configurations: 501, pins: 2_000, hot: 1_000 }, tills: [32, 128], rounds: 3, seconds: 4, warm_ms: 1_000 }
const QUICK: Plan = { ...FULL, size: { wallets: 500, configurations: 51, pins: 2_000, hot: 1_000 }, tills: [32], rounds: 1, seconds: 2 }

const say = (line: string) => void process.stdout.write(`${line}\n`)

type Server = { port: number; pid: number }
type Round = { servers: number; tills: number; figures: Figures; booked: number }

/** Lets tills buy from these servers, each till from one of them, and counts what the books gained. */
function seller(stage: Stage, shop: Shop, { seconds, warm_ms }: Plan) {
  const sell = openTills(stage)
  const postmaster = postmasterOf(stage.dir).pid
  const cpu = (servers: readonly Server[]) => ({ database: cpuOf(postmaster), server: servers.reduce((sum, { pid }) => sum + cpuOf(pid), 0) })
  return async (servers: readonly Server[], tills: number): Promise<Round> => {
    const [before, sales] = [cpu(servers), await salesCount(shop)]
    const ports = servers.map(({ port }) => port)
    const { figures, refused } = await sell({ port: shop.port, ports, masterKey: stage.masterKey, kind: 'many', tills, warm_ms, seconds, ...shop.size })
    const after = cpu(servers)
    const each = (ms: number) => round(ms / Math.max(1, figures.sold))
    Object.assign(figures, { database_cpu_ms: each(after.database - before.database), server_cpu_ms: each(after.server - before.server) })
    if (Object.keys(refused).length > 0) say(`  refused: ${JSON.stringify(refused)}`)
    return { servers: servers.length, tills, figures, booked: (await salesCount(shop)) - sales }
  }
}

function report(rounds: readonly Round[], tills: readonly number[], check_ms: number) {
  const of = (servers: number, n: number) => rounds.filter((each) => each.servers === servers && each.tills === n)
  const figures: Record<string, Figures> = {}
  const ratios: Record<string, number> = {}
  const targets: Record<string, boolean> = { 'the money check finds nothing': check_ms >= 0 }
  for (const servers of COUNTS) {
    const all = rounds.filter((each) => each.servers === servers)
    targets[`${servers} servers: the books have the sales that tills were told of`] = all.length > 0 && all.every((each) => each.booked === each.figures.sold)
    for (const n of tills) {
      figures[labelOf(`${servers} servers`, n)] = medians(of(servers, n).map((each) => each.figures))
      if (servers === 1) continue
      // Compares round by round, so that other work on the machine slows both sides alike.
      const ratio = median(of(servers, n).map((each, i) => round(each.figures.per_second / (of(1, n)[i]?.figures.per_second || 1))))
      ratios[labelOf(`${servers}/1`, n)] = ratio
    }
  }
  for (const [name, value] of Object.entries(ratios)) say(`${name.padEnd(24)} ${value}`)
  for (const [name, met] of Object.entries(targets)) say(`${met ? 'met   ' : 'MISSED'} ${name}`)
  return { figures, ratios, targets, check_ms }
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  return onStage(async (stage) => {
    const plan = options.has('quick') ? QUICK : FULL
    const given = [...options].map(Number).filter((n) => n > 0)
    const tills = given.length > 0 ? given : plan.tills
    const cluster = await startEmbedded(stage.dir)
    stage.later(cluster.stop)
    const shop = await openShop(stage, cluster, 'portal', plan.size)
    const servers: Server[] = [shop]
    while (servers.length < Math.max(...COUNTS)) {
      servers.push(await serverBeside(stage, cluster, join(stage.dir, 'portal'), `beside-${servers.length}`))
    }
    const sell = seller(stage, shop, plan)
    await sell(servers, Math.max(...tills))
    await query(shop.superuserUrl, 'analyze')
    const rounds: Round[] = []
    for (let turn = 1; turn <= plan.rounds; turn++) {
      say(`round ${turn} of ${plan.rounds}`)
      for (const n of tills) {
        for (const count of COUNTS) {
          const one = await sell(servers.slice(0, count), n)
          rounds.push(one)
          say(lineOf(labelOf(`${count} servers`, n), one.figures))
        }
      }
    }
    return report(rounds, tills, await checkMoney(shop).catch(() => -1))
  })
}
