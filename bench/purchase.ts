// The purchase yardstick: the whole product over HTTP against the bare database doing the same sales one by one, in one run, in turn.
//   a  pgbench calling `sell`, one purchase per commit, many wallets      b  the product, many wallets      c  one wallet      d  one denomination
// The product: multipart form in, session, access, validation, a signed transaction key, the sale committed to disk, PINs decrypted, JSON out.
// The keys are made by the load with the server's own code and master key, as a till fetches them while it is idle; one line shows the fetch included.
// Options: quick (a small world, one short round), ten-million (b again on ten times the stock), numbers of clients instead of 1 8 32 128. Rounds are 3.
import type { ChildProcess } from 'node:child_process'
import os from 'node:os'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '../server/kit/embedded.ts'
import { migrate } from '../server/kit/migrate.ts'

import { type Figures, median, medians, round } from './latency.ts'
import { postmasterOf } from './nemesis.ts'
import { bareSales, salesCount } from './pgbench.ts'
import { cpuOf } from './processes.ts'
import { builtServer, forkScript, onStage, query, type Stage, startServer, systemProgram, withDatabase } from './stage.ts'
import type { Kind, Order, Result } from './tills.ts'
import { fillWorld, TENANT, type WorldSize } from './world.ts'

type Plan = { size: WorldSize; clients: readonly number[]; rounds: number; seconds: number; warm_ms: number }

const FULL: Plan = {
  size: { wallets: 20_000, configurations: 501, pins: 2_000, hot: 400_000 },
  clients: [1, 8, 32, 128],
  rounds: 3,
  seconds: 4,
  warm_ms: 1_000,
}
const QUICK: Plan = { size: { wallets: 500, configurations: 51, pins: 2_000, hot: 40_000 }, clients: [8, 32], rounds: 1, seconds: 2, warm_ms: 300 }
const TEN_MILLION: WorldSize = { ...FULL.size, pins: 20_000 }
const AT_CLIENTS = 32

function planOf(options: ReadonlySet<string>): Plan {
  const plan = options.has('quick') ? QUICK : FULL
  const clients = [...options].map(Number).filter((n) => n > 0)
  return clients.length > 0 ? { ...plan, clients } : plan
}

/** A database with its world, and the product's server on it. */
type Shop = { name: string; superuserUrl: string; appUrl: string; port: number; pid: number; size: WorldSize; sold: number }

const say = (line: string) => void process.stdout.write(`${line}\n`)
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

async function openShop(stage: Stage, cluster: Embedded, main: string, name: string, size: WorldSize): Promise<Shop> {
  const start = performance.now()
  if (name !== 'portal') await query(cluster.superuserUrl, `create database ${name} owner portal_owner`)
  const [superuserUrl, ownerUrl, appUrl] = [cluster.superuserUrl, cluster.ownerUrl, cluster.url].map((url) => withDatabase(url, name)) as [
    string,
    string,
    string,
  ]
  await migrate(ownerUrl)
  await fillWorld(superuserUrl, stage.keys, size)
  const env = { DATA_DIR: join(stage.dir, name), DATABASE_URL: appUrl, DATABASE_URL_DIRECT: ownerUrl, MASTER_KEY: stage.masterKey }
  const server = await startServer(main, join(stage.dir, `${name}.log`), env)
  stage.later(server.stop)
  say(
    `${name}: ${size.wallets} wallets, ${size.configurations} configurations, ${(size.configurations - 1) * size.pins + size.hot} PINs, ready in ${seconds(start)}`,
  )
  return { name, superuserUrl, appUrl, port: server.port, pid: server.child.pid ?? 0, size, sold: 0 }
}

function openTills(stage: Stage) {
  const child: ChildProcess = forkScript('tills.ts')
  stage.later(() => child.disconnect())
  return (order: Order) =>
    new Promise<Result>((resolve, reject) => {
      child.once('message', (message: { result?: Result; error?: string }) => (message.result ? resolve(message.result) : reject(new Error(message.error))))
      child.send(order)
    })
}

/** Sold answers are the sales there are, neither more nor fewer. */
async function checkCount(shop: Shop, sold: number): Promise<void> {
  const before = shop.sold
  shop.sold = await salesCount(shop.superuserUrl)
  if (shop.sold - before !== sold) throw new Error(`${shop.name}: ${sold} answers say sold, the books have ${shop.sold - before} sales`)
}

async function checkMoney(shop: Shop): Promise<void> {
  const wrong = await query<{ name: string; wrong: number }>(shop.superuserUrl, 'select * from check_money($1) where wrong > 0', [TENANT])
  if (wrong.length > 0) throw new Error(`${shop.name}: money check failed: ${JSON.stringify(wrong)}`)
}

function lineOf(label: string, { per_second, p50, p99, database_cpu_ms = 0, server_cpu_ms = 0 }: Figures): string {
  const load = (os.loadavg()[0] ?? 0).toFixed(1)
  const column = (n: number, digits: number, width: number) => n.toFixed(digits).padStart(width)
  return `  ${label.padEnd(18)}${column(per_second, 0, 6)} /s  p50 ${column(p50, 1, 6)}  p99 ${column(p99, 1, 6)} ms  CPU each: database ${database_cpu_ms.toFixed(2)}, server ${server_cpu_ms.toFixed(2)} ms  load ${load}`
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  return onStage(async (stage) => {
    const plan = planOf(options)
    const main = builtServer()
    const cluster = await startEmbedded(stage.dir)
    stage.later(cluster.stop)
    const shop = await openShop(stage, cluster, main, 'portal', plan.size)
    const large = options.has('ten-million') ? await openShop(stage, cluster, main, 'portal_ten', TEN_MILLION) : undefined
    const tills = openTills(stage)
    const pgbench = systemProgram('pgbench')
    if (!pgbench) say('pgbench is not installed (Debian: postgresql-contrib): no figures of the bare database, no ratio to it')

    const postmaster = postmasterOf(stage.dir).pid
    const runs = new Map<string, Figures[]>()
    async function keep(at: Shop, label: string, work: () => Promise<Figures>): Promise<void> {
      const before = { database: cpuOf(postmaster), server: cpuOf(at.pid) }
      const figures = await work()
      const each = (ms: number) => round(ms / Math.max(1, figures.sold))
      figures.database_cpu_ms = each(cpuOf(postmaster) - before.database)
      figures.server_cpu_ms = each(cpuOf(at.pid) - before.server)
      await checkCount(at, figures.sold)
      runs.set(label, [...(runs.get(label) ?? []), figures])
      say(lineOf(label, figures))
    }
    async function sell(at: Shop, kind: Kind, clients: number, label: string): Promise<void> {
      await keep(at, label, async () => {
        const { figures, refused } = await tills({
          port: at.port,
          masterKey: stage.masterKey,
          kind,
          tills: clients,
          warm_ms: plan.warm_ms,
          seconds: plan.seconds,
          ...at.size,
        })
        if (Object.keys(refused).length > 0) say(`  ${label}: refused ${JSON.stringify(refused)}`)
        return figures
      })
    }

    for (let turn = 1; turn <= plan.rounds; turn++) {
      say(`round ${turn} of ${plan.rounds}`)
      for (const clients of plan.clients) {
        if (pgbench) await keep(shop, `a bare        ${clients}`, () => bareSales(pgbench, stage.dir, shop, clients, plan.seconds))
        await sell(shop, 'many', clients, `b product     ${clients}`)
        await sell(shop, 'wallet', clients, `c one wallet  ${clients}`)
        await sell(shop, 'denomination', clients, `d one product ${clients}`)
      }
      await sell(shop, 'fetched', AT_CLIENTS, `b key fetched ${AT_CLIENTS}`)
      if (large) await sell(large, 'many', AT_CLIENTS, `e ten million ${AT_CLIENTS}`)
      for (const each of large ? [shop, large] : [shop]) await checkMoney(each)
    }
    return report(plan, runs)
  })
}

function report(plan: Plan, runs: ReadonlyMap<string, Figures[]>): Record<string, unknown> {
  const figures = Object.fromEntries([...runs].map(([label, all]) => [label.replace(/\s+/g, ' '), medians(all)]))
  const ratios: Record<string, number> = {}
  const targets: Record<string, boolean> = {}
  // Round by round, so that both sides of a ratio saw the same machine.
  const ratio = (name: string, over: string, under: string, least: number) => {
    const [top = [], bottom = []] = [runs.get(over), runs.get(under)]
    if (top.length === 0 || bottom.length === 0) return
    ratios[name] = median(top.map((run, i) => Math.round((100 * run.per_second) / (bottom[i]?.per_second || 1)) / 100))
    if (least > 0) targets[`${name} >= ${least}`] = ratios[name] >= least
  }
  for (const clients of plan.clients) {
    ratio(`b/a at ${clients}`, `b product     ${clients}`, `a bare        ${clients}`, clients >= AT_CLIENTS ? 1 : 0)
    ratio(`c/b at ${clients}`, `c one wallet  ${clients}`, `b product     ${clients}`, clients >= AT_CLIENTS ? 0.8 : 0)
    ratio(`d/b at ${clients}`, `d one product ${clients}`, `b product     ${clients}`, clients >= AT_CLIENTS ? 0.8 : 0)
  }
  ratio('e/b', `e ten million ${AT_CLIENTS}`, `b product     ${AT_CLIENTS}`, 0.9)
  targets['p99 at 32 <= 50 ms'] = (figures[`b product ${AT_CLIENTS}`]?.p99 ?? Number.POSITIVE_INFINITY) <= 50
  for (const [name, value] of Object.entries(ratios)) say(`${name.padEnd(12)} ${value}`)
  for (const [name, met] of Object.entries(targets)) say(`${met ? 'met   ' : 'MISSED'} ${name}`)
  return { figures, ratios, targets }
}
