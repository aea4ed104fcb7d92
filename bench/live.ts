// The live benchmark: two hundred tills sell top-ups of a supplier that answers after 300 ms, through the product's server and a simulator in processes of
// their own. It measures the time that our server adds to the supplier's, the most sales a second, whether memory stays flat, whether a supplier that hangs for
// a minute slows down PINs, and how soon the breaker opens and closes again. Options: quick (seconds instead of tens of seconds).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { migrate } from '../server/postgres/migrate.ts'
import { median, round } from './latency.ts'
import type { Order, Result } from './live-tills.ts'
import { askedOf, fillLive, ofReloadly, type Supplied, startSupplier, tell } from './live-world.ts'
import { postmasterOf } from './nemesis.ts'
import { cpuOf } from './processes.ts'
import { builtServer, forkScript, onStage, query, type Stage, startServer, withDatabase } from './stage.ts'
import { TENANT, type WorldSize } from './world.ts'

type Plan = { seconds: number; rush_seconds: number; round_seconds: number; rounds: number; warm_ms: number }
const FULL: Plan = { seconds: 40, rush_seconds: 15, round_seconds: 6, rounds: 3, warm_ms: 6_000 }
const QUICK: Plan = { seconds: 8, rush_seconds: 5, round_seconds: 3, rounds: 1, warm_ms: 3_000 }
const TILLS = 200
const SIZE: WorldSize = { wallets: 2 * TILLS, configurations: 11, pins: 15_000, hot: 15_000 }
const SUPPLIER_MS = 300
/** The pause between two customers of a till, in milliseconds. */
const PAUSE_MS = 4_000
const PIN_TILLS = 16
const HANGING_TILLS = 60
const HANGING_PAUSE_MS = 1_000
/** The breaker may open after at most this many failures. UNDER_WAY: the number of further requests that may be on their way at that moment. */
const FAILURES_MOST = 10
const UNDER_WAY = 3

const TARGETS = { added_p95_ms: 30, memory_ratio: 1.15, pins_ratio: 0.95, closes_s: 60 } as const

const say = (line: string) => void process.stdout.write(`${line}\n`)
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

type Server = { port: number; pid: number; postmaster: number; superuserUrl: string; goods: readonly [Supplied, Supplied] }

async function openServer(stage: Stage): Promise<Server> {
  const main = builtServer()
  const [quick, hanging] = await Promise.all([startSupplier(stage, SUPPLIER_MS), startSupplier(stage, 0)])
  const cluster = await startEmbedded(join(stage.dir, 'cluster'))
  stage.later(cluster.stop)
  await migrate(cluster.ownerUrl)
  const superuserUrl = withDatabase(cluster.superuserUrl, 'portal')
  const goods = (await fillLive(superuserUrl, stage.keys, SIZE, [quick, hanging].map(ofReloadly))) as [Supplied, Supplied]
  const env = { DATABASE_URL: cluster.url, DATABASE_URL_DIRECT: cluster.ownerUrl, DATA_DIR: join(stage.dir, 'data'), SIMULATORS: '1' }
  const server = await startServer(main, join(stage.dir, 'server.log'), { ...env, MASTER_KEY: stage.masterKey, LOG_LEVEL: 'warn', BACKUP: 'off' })
  stage.later(server.stop)
  return { port: server.port, pid: server.child.pid ?? 0, postmaster: postmasterOf(join(stage.dir, 'cluster')).pid, superuserUrl, goods }
}

/** Starts tills in a process of their own. The returned function tells them what to sell and how long, and returns their result; one call at a time. */
function openTills(stage: Stage): (order: Order) => Promise<Result> {
  const child = forkScript('live-tills.ts')
  stage.later(() => child.disconnect())
  return (order) =>
    new Promise((resolve, reject) => {
      child.once('message', ({ result, error }: { result?: Result; error?: string }) => (result ? resolve(result) : reject(new Error(error))))
      child.send(order)
    })
}

/** Resident megabytes of a process; 0 if the kernel does not report them. */
function memoryOf(pid: number): number {
  try {
    return round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

const at = (ms: readonly number[], share: number) => {
  const sorted = [...ms].sort((a, b) => a - b)
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

type Ask = (more: Partial<Order>) => Promise<Result>

/**
 * Lets two hundred tills sell as fast as they can, then at the pace of shops. The fast round comes first, so that latency, processor and memory are those of a
 * server that has worked a while: a server that has just started still grows and compiles. Memory is measured in the paced round alone: the memory in its last
 * third is compared with the memory in its first third.
 */
async function selling(ask: Ask, { pid, postmaster, goods }: Server, { seconds, rush_seconds, warm_ms }: Plan) {
  const { configuration_id } = goods[0]
  const shops = [1, TILLS] as const
  const rush = await ask({ configuration_id, shops, pause_ms: 0, seconds: rush_seconds, warm_ms: 1_000 })
  await ask({ configuration_id, shops, pause_ms: PAUSE_MS, seconds: 1, warm_ms })
  const memory: number[] = [memoryOf(pid)]
  const timer = setInterval(() => memory.push(memoryOf(pid)), 1_000)
  const before = [cpuOf(pid), cpuOf(postmaster)] as const
  const paced = await ask({ configuration_id, shops, pause_ms: PAUSE_MS, seconds, warm_ms: 0 })
  const each = (now: number, then: number) => round((now - then) / Math.max(1, paced.ms.length))
  const cpu_ms = { server: each(cpuOf(pid), before[0]), database: each(cpuOf(postmaster), before[1]) }
  clearInterval(timer)
  const third = Math.ceil(memory.length / 3)
  const [before_mb, after_mb] = [median(memory.slice(0, third)), median(memory.slice(-third))]
  return {
    paced: { per_second: round(paced.ms.length / seconds), p50: at(paced.ms, 0.5), p95: at(paced.ms, 0.95), cpu_ms, codes: paced.codes },
    added_ms: { p50: round(at(paced.ms, 0.5) - SUPPLIER_MS), p95: round(at(paced.ms, 0.95) - SUPPLIER_MS) },
    rush: { per_second: round(rush.ms.length / rush_seconds), p50: at(rush.ms, 0.5), p95: at(rush.ms, 0.95), codes: rush.codes },
    memory: { before_mb, after_mb, ratio: before_mb > 0 ? round(after_mb / before_mb) : 1 },
  }
}

/**
 * Lets some tills sell PINs for a while, then for the same time while other shops' top-ups wait for a hanging supplier, and repeats both measurements round by
 * round.
 */
async function pinsBeside(pins: Ask, topUps: Ask, { goods: [, { url, configuration_id }] }: Server, { rounds, round_seconds }: Plan) {
  const rows: { quiet: number; beside: number; ratio: number; p95: readonly [number, number] }[] = []
  const order = { configuration_id: null, shops: [TILLS + 1, TILLS + PIN_TILLS] as const, pause_ms: 0, seconds: round_seconds, warm_ms: 1_000 }
  for (let i = 0; i < rounds; i++) {
    const quiet = await pins(order)
    await tell(url, 'fault', { on: '*', kind: 'hang', done: false, times: 1_000_000 })
    const hanging = topUps({ configuration_id, shops: [1, HANGING_TILLS], pause_ms: HANGING_PAUSE_MS, seconds: round_seconds + 3, warm_ms: 0 })
    await pause(2_000)
    const beside = await pins(order)
    await hanging
    await tell(url, 'reset', {})
    const ratio = round(beside.ms.length / quiet.ms.length)
    rows.push({
      quiet: round(quiet.ms.length / round_seconds),
      beside: round(beside.ms.length / round_seconds),
      ratio,
      p95: [at(quiet.ms, 0.95), at(beside.ms, 0.95)],
    })
    say(`  PINs a second: ${rows.at(-1)?.quiet} alone, ${rows.at(-1)?.beside} beside a supplier that hangs (× ${ratio})`)
  }
  return { rows, ratio: median(rows.map(({ ratio }) => ratio)) }
}

/**
 * Sells at one till after the other while every connection is cut: counts the requests until the breaker stops them, and measures how soon sales work again
 * afterwards.
 */
async function breaking(topUps: Ask, { goods: [{ url, configuration_id }] }: Server) {
  const one = (shop: number, seconds: number) => topUps({ configuration_id, shops: [shop, shop], pause_ms: 100, seconds, warm_ms: 0 })
  await tell(url, 'pace', { ms: 0 })
  await tell(url, 'fault', { on: '*', kind: 'cut', done: false, times: 1_000_000 })
  const before = await askedOf(url)
  await one(1, 12)
  const failures = (await askedOf(url)) - before
  await tell(url, 'reset', {})
  const healed = performance.now()
  for (let shop = 2; ; shop++) {
    const { codes } = await one(shop, 1)
    const closes_s = round((performance.now() - healed) / 1000)
    if (codes.successful || closes_s > TARGETS.closes_s * 2) return { failures, closes_s }
  }
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  const plan = options.has('quick') ? QUICK : FULL
  return onStage(async (stage) => {
    const server = await openServer(stage)
    const [first, second] = [openTills(stage), openTills(stage)]
    const asking = (tills: typeof first): Ask => {
      const usual: Order = {
        port: server.port,
        masterKey: stage.masterKey,
        configuration_id: null,
        shops: [1, 1],
        configurations: SIZE.configurations,
        ...NONE,
      }
      return (more) => tills({ ...usual, ...more })
    }
    const [topUps, pins] = [asking(first), asking(second)]
    const sold = await selling(topUps, server, plan)
    say(`  top-ups: ${sold.paced.per_second} a second as shops sell, added p95 ${sold.added_ms.p95} ms; ${sold.rush.per_second} a second at most`)
    say(
      `  processor a top-up: server ${sold.paced.cpu_ms.server} ms, database ${sold.paced.cpu_ms.database} ms; memory ${sold.memory.before_mb} → ${sold.memory.after_mb} MB`,
    )
    const beside = await pinsBeside(pins, topUps, server, plan)
    const breaker = await breaking(topUps, server)
    const wrong = await query<{ name: string }>(server.superuserUrl, 'select name from check_money($1) where wrong > 0', [TENANT])
    if (wrong.length > 0) throw new Error(`money check failed: ${wrong.map(({ name }) => name).join(', ')}`)
    const targets = {
      [`added p95 <= ${TARGETS.added_p95_ms} ms`]: sold.added_ms.p95 <= TARGETS.added_p95_ms,
      [`memory <= ${TARGETS.memory_ratio} x`]: sold.memory.ratio <= TARGETS.memory_ratio,
      [`PINs beside a supplier that hangs >= ${TARGETS.pins_ratio}`]: beside.ratio >= TARGETS.pins_ratio,
      [`breaker opens within ${FAILURES_MOST} failures`]: breaker.failures > 0 && breaker.failures <= FAILURES_MOST + UNDER_WAY,
      [`breaker closes by itself within ${TARGETS.closes_s} s`]: breaker.closes_s <= TARGETS.closes_s,
    }
    for (const [name, met] of Object.entries(targets)) say(`${met ? 'met   ' : 'MISSED'} ${name}`)
    return { tills: TILLS, supplier_ms: SUPPLIER_MS, pause_ms: PAUSE_MS, targets, ...sold, beside, breaker }
  })
}

const NONE = { pause_ms: 0, warm_ms: 0, seconds: 1 }
