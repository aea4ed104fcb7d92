// The faults benchmark: buyers in several processes go on buying while faults happen: first to a pair of servers on one database (a server is killed or frozen,
// its network is half open, the database's disk is full), then to the product with its own PostgreSQL (which is killed). Then every open transaction key is
// settled and the buyers' journals are compared with the books. The control does the same with a database that acknowledges before it writes
// (synchronous_commit off); the same comparison must find its lost sales, otherwise the benchmark fails. Options: short (a few faults; what CI runs), pair
// (only the pair of servers).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { quickFolder } from '../server/test/in-memory.ts'
import { killPostgres, mountSmallDisk, postmasterOf, unmount } from './nemesis.ts'
import { openPair, type Pair, type PairFault } from './pair.ts'
import { isGreen, type Judged, judged, type Selling, underLoad, untilSold } from './rush.ts'
import { builtServer, freePort, healthy, onStage, query, type ServerProcess, type Stage, startServer } from './stage.ts'

type Fault = 'server' | 'postgres' | 'both'
/** `sold`: the number of acknowledged sales between two faults. */
type Plan = { faults: readonly Fault[]; pair: readonly PairFault[]; isLong: boolean; sold: number }

const FULL: Plan = {
  faults: ['server', 'postgres', 'server', 'both', 'postgres', 'server', 'postgres', 'both'],
  pair: [
    ...(['network half open', 'server killed', 'database stands still', 'network half open', 'server stands still', 'database killed'] as const),
    ...(['database killed at the full minute', 'server killed at the full minute', 'database stands still', 'server killed'] as const),
  ],
  isLong: true,
  sold: 300,
}
const SHORT: Plan = { faults: ['server', 'postgres'], pair: ['network half open', 'database stands still'], isLong: false, sold: 60 }
const CONTROL_TRIES = 5
const CONTROL_SOLD = 100
const DISK_MIB = 700
/** The longest time allowed from the end of a fault until both servers are ready: the longest deadline plus the time of a start. */
const RECOVERY_MOST_MS = 30_000

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** The shop under test: its server can be killed and started again on the same directory and port. */
type Shop = Selling & { start: () => Promise<void>; hurt: (fault: Fault) => Promise<void> }

/** Opens the shop on the database and journals that the pair of servers used, so that one comparison covers the sales of both. */
async function openShop(stage: Stage, journals: string[]): Promise<Shop> {
  const { dir, masterKey } = stage
  const main = builtServer()
  const port = await freePort()
  let server: ServerProcess | undefined
  // A killed server leaves its database running, so the database is killed at the end.
  const killLeftover = () => killPostgres(dir)
  process.once('exit', killLeftover)
  stage.later(() => process.off('exit', killLeftover))
  stage.later(killLeftover)
  stage.later(() => server?.stop())
  const start = async () => {
    server = await startServer(main, join(dir, 'server.log'), { DATA_DIR: dir, MASTER_KEY: masterKey, PORT: String(port) })
  }
  async function hurt(fault: Fault): Promise<void> {
    if (fault !== 'server') killPostgres(dir)
    if (fault !== 'postgres') {
      server?.child.kill('SIGKILL')
      await server?.ended
      await start()
    }
    // If only the database was killed, the server is still alive and restarts its database.
    await healthy(port)
  }
  const { postgres: password }: { postgres: string } = JSON.parse(readFileSync(join(dir, 'database.json'), 'utf8'))
  return { stage, ports: [port], journals, start, hurt, url: () => `postgres://postgres:${password}@127.0.0.1:${postmasterOf(dir).port}/portal` }
}

/** Causes a fault and returns the time from the end of the fault until all servers are ready. */
async function hurtPair(pair: Pair, fault: PairFault): Promise<number> {
  await pair.hurt(fault)
  const start = performance.now()
  await pair.mend()
  const recovery_ms = Math.round(performance.now() - start)
  say(`${fault}: ready again after ${recovery_ms} ms`)
  return recovery_ms
}

async function green(shop: Selling): Promise<Judged> {
  const verdict = await judged(shop)
  say(`judged   ${JSON.stringify(verdict)}`)
  if (!isGreen(verdict)) throw new Error('the books do not hold what was promised')
  return verdict
}

async function pairUnderFaults(stage: Stage, dir: string, name: string, faults: readonly PairFault[], { isLong, sold }: Plan) {
  const pair = await openPair(stage, dir, isLong)
  stage.later(pair.close)
  const recovery_ms: number[] = []
  await underLoad(pair, name, async () => {
    for (const fault of faults) {
      await untilSold(pair, sold)
      recovery_ms.push(await hurtPair(pair, fault))
    }
    await untilSold(pair, sold)
  })
  const verdict = await green(pair)
  const wrong_key = isLong && name === 'pair' ? await pair.wrongKey() : 'not tried'
  say(`a server with another key: ${wrong_key}`)
  const { journals } = pair
  const figures = { faults, recovery_ms, ended: pair.ended(), wrong_key, verdict }
  await pair.close()
  return { journals, figures }
}

/** Runs a pair of servers whose database is on a small disk, and fills that disk twice; null if no disk can be mounted. */
async function diskUnderFaults(stage: Stage, plan: Plan) {
  const dir = join(stage.dir, 'small')
  if (!mountSmallDisk(dir, DISK_MIB)) return null
  stage.later(() => unmount(dir))
  return (await pairUnderFaults(stage, dir, 'disk', ['disk full', 'disk full'], plan)).figures
}

/**
 * Releases the stock that a server holds back because its database differs from the one that it last used. This benchmark causes that twice on purpose: the
 * pair served this database from other data directories, and the control loses commits.
 */
const letGo = (shop: Shop) =>
  query(
    shop.url(),
    `with heads as (update queue_heads set is_published = held_published, held_published = null where held_published is not null)
     update restores set released_at = now() where released_at is null`,
  )

async function lettingGo(shop: Shop, work: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => void letGo(shop).catch(() => undefined), 500)
  await work().finally(() => clearInterval(timer))
}

/** Repeats the comparison with a database that acknowledges too early: the comparison must find lost sales. */
async function control(shop: Shop): Promise<{ tries: number; verdict: Judged }> {
  for (const setting of [`synchronous_commit = off`, `wal_writer_delay = '10s'`, `wal_writer_flush_after = '1GB'`])
    await query(shop.url(), `alter system set ${setting}`)
  await query(shop.url(), 'select pg_reload_conf()')
  for (let tries = 1; tries <= CONTROL_TRIES; tries++) {
    await underLoad(shop, `control-${tries}`, async () => {
      await untilSold(shop, CONTROL_SOLD)
      await shop.hurt('postgres')
      await lettingGo(shop, () => untilSold(shop, CONTROL_SOLD))
    })
    const verdict = await judged(shop)
    say(`control ${tries}: ${JSON.stringify(verdict)}`)
    if (verdict.lost > 0) return { tries, verdict }
  }
  throw new Error('the control stayed green: the judge does not see lost sales')
}

async function ownDatabaseKilled(stage: Stage, journals: string[], plan: Plan) {
  const shop = await openShop(stage, journals)
  await shop.start()
  await letGo(shop)
  const recovery_ms: number[] = []
  await underLoad(shop, 'faults', async () => {
    for (const fault of plan.faults) {
      await untilSold(shop, plan.sold)
      const start = performance.now()
      await shop.hurt(fault)
      recovery_ms.push(Math.round(performance.now() - start))
      say(`kill -9 ${fault}: answering again after ${recovery_ms.at(-1)} ms`)
    }
    await untilSold(shop, plan.sold)
  })
  const verdict = await green(shop)
  const red = await control(shop)
  say(`control  ${JSON.stringify(red)}`)
  return { faults: plan.faults, recovery_ms, verdict, control: red }
}

export async function measure(options: ReadonlySet<string>) {
  const plan = options.has('short') ? SHORT : FULL
  // What a killed process has written survives in memory as well as on a disk, so the short form may use a folder in memory. The long form uses a folder on
  // disk.
  const folder = plan.isLong ? undefined : quickFolder('bench')
  return onStage(async (stage) => {
    const { journals, figures: pair } = await pairUnderFaults(stage, stage.dir, 'pair', plan.pair, plan)
    const disk = plan.isLong ? await diskUnderFaults(stage, plan) : null
    const own = options.has('pair') ? undefined : await ownDatabaseKilled(stage, journals, plan)
    const recoveries = [...pair.recovery_ms, ...(disk?.recovery_ms ?? [])]
    const targets: Record<string, boolean> = {
      'every acknowledged sale is there once': [pair, own, disk].every((each) => !each || isGreen(each.verdict)),
      [`both servers are ready within ${RECOVERY_MOST_MS} ms`]: Math.max(...recoveries) <= RECOVERY_MOST_MS,
      'no server ended by itself': pair.ended + (disk?.ended ?? 0) === 0,
      ...(plan.isLong ? { 'a server with another key does not start': pair.wrong_key === 'refused', 'a full disk was tried': disk !== null } : {}),
    }
    for (const [name, met] of Object.entries(targets)) say(`${met ? 'met   ' : 'MISSED'} ${name}`)
    return { pair, disk, ...own, targets }
  }, folder)
}
