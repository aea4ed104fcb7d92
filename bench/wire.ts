// The wire benchmark: a supplier written from the published wire format and not from our adapter (wire/supplier.ts) misbehaves in every way of its table
// (wire/faults.ts) while tills sell through two servers of one database, which are killed in turn. Then both servers are killed, ten days pass, and our books
// are compared with the supplier's own books of its deliveries. Options: quick (a sale of each kind, few kills); spoilt (the supplier delivers one order twice
// and the comparison sees our books without their cases: it must find all of these errors, so this run misses its targets).
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pino } from 'pino'
import { sealedBlocks, sealedDeliveries } from '../server/money/checks/proof.ts'
import { createMoney } from '../server/money/money.ts'
import { createDb } from '../server/postgres/db.ts'
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { migrate } from '../server/postgres/migrate.ts'
import { createSuppliers } from '../server/suppliers/connections.ts'
import { createLiveSales } from '../server/suppliers/live-sale.ts'
import { callbacksHeard } from '../server/test/callbacks-heard.ts'
import { quickFolder } from '../server/test/in-memory.ts'
import { seeded } from '../simulators/kit/shop.ts'
import { fillLive, type Good, type Supplied } from './live-world.ts'
import { builtServer, forkScript, freePort, onStage, query, type ServerProcess, type Stage, startServer, withDatabase } from './stage.ts'
import { FAULTS, HONEST, isFalse } from './wire/faults.ts'
import { BOOKED, type Booked, judge, type Sale, unplayed } from './wire/judge.ts'
import { settle } from './wire/settle.ts'
import { KEY, type Order, type Seen } from './wire/supplier.ts'
import { sellOne } from './wire/tills.ts'
import { TENANT, type WorldSize } from './world.ts'

type Plan = { sales: number; kills: number }
const FULL: Plan = { sales: 600, kills: 20 }
const QUICK: Plan = { sales: FAULTS.length, kills: 5 }
const TILLS = 16
const SIZE: WorldSize = { wallets: TILLS, configurations: 11, pins: 100, hot: 100 }
/** How long, in milliseconds, the servers stay alive after the last till has finished, so that they can finish sales that are still open. */
const LAST_MS = 10_000
const MORE_MOST = 3
/** Settings with which an open order is asked about soon and without pauses, so that days of settling pass in seconds. */
const HASTE = { whole_ms: 1_500, silence_ms: 1_200, again_after_ms: 1, failures: 100_000 }

const say = (line: string) => void process.stdout.write(`${line}\n`)
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** A top-up of eight Singapore dollars that is sold for seven euros. */
const goodAt = (url: string): Good => ({
  ...{ adapter: 'dt_one', url, credentials: KEY, settings: { currency: 'EUR' }, product: '4711', operator: '2702', country: 'SG', value: 70_000, cost: 54_000 },
  details: { needs: [['mobile_number']], kind: 'recharge', arrives: { from: '8', to: '8', step: null, unit: 'SGD' }, benefits: [], regions: [] },
})

/** Starts the supplier in a process of its own, which the benchmark never kills. */
async function openTold(stage: Stage) {
  const child: ChildProcess = forkScript('wire/supplier.ts')
  stage.later(() => child.kill())
  const [port] = (await once(child, 'message')) as [number]
  const ask = async <T>(order: Order): Promise<T> => {
    child.send(order)
    return ((await once(child, 'message')) as [T])[0]
  }
  return { base: (n: number) => `http://127.0.0.1:${port}/a/${n}/v1`, ask }
}
type SupplierTelling = Awaited<ReturnType<typeof openTold>>

type WireStage = {
  stage: Stage
  supplier: SupplierTelling
  url: string
  superuserUrl: string
  ports: readonly [number, number]
  start: (i: number) => Promise<ServerProcess>
  goods: Supplied[]
}

async function openGround(stage: Stage): Promise<WireStage> {
  const main = builtServer()
  const supplier = await openTold(stage)
  const cluster = await startEmbedded(join(stage.dir, 'cluster'))
  stage.later(cluster.stop)
  await migrate(cluster.ownerUrl)
  const superuserUrl = withDatabase(cluster.superuserUrl, 'portal')
  const goods = await fillLive(superuserUrl, stage.keys, SIZE, [...FAULTS.keys()].map(supplier.base).map(goodAt))
  const ports = [await freePort(), await freePort()] as const
  const env = {
    ...{ DATABASE_URL: cluster.url, DATABASE_URL_DIRECT: cluster.ownerUrl, FILES_DIR: join(stage.dir, 'files'), MASTER_KEY: stage.masterKey },
    ...{ SIMULATORS: '1', CALLBACK_ORIGIN: `http://127.0.0.1:${ports[0]}`, LOG_LEVEL: 'warn', BACKUP: 'off' },
  }
  const start = (i: number) =>
    startServer(main, join(stage.dir, `server-${i}.log`), { ...env, DATA_DIR: join(stage.dir, `server-${i}`), PORT: String(ports[i]) })
  return { stage, supplier, url: cluster.url, superuserUrl, ports, start, goods }
}

/** The positions of the kinds of fault in a shuffled order, which is the same in every run. */
function shuffled(count: number): number[] {
  const random = seeded(20_261_127)
  const rounds = Array.from({ length: Math.ceil(count / FAULTS.length) }, () => [...FAULTS.keys()].map((n) => [random(), n] as const))
  return rounds.flatMap((round) => round.sort(([a], [b]) => a - b).map(([, n]) => n)).slice(0, count)
}

/** Lets tills sell while their servers are killed. Returns the sales with the answer that each till got. */
async function soldUnderKills({ stage, supplier, ports, start, goods }: WireStage, { sales: count, kills }: Plan) {
  const servers = await Promise.all([start(0), start(1)])
  const killAll = async () => {
    for (const { child, ended } of servers) {
      child.kill('SIGKILL')
      await ended
    }
  }
  stage.later(killAll)
  const sales = new Map<string, Sale>()
  const codes: Record<string, number> = {}
  const order = shuffled(count)
  const share = count / (kills + 1)
  const died: number[] = []
  let next = 0
  let isStarting = false
  let [under, repeated] = [0, 0]
  const till = async (shop: number) => {
    while (next < order.length) {
      const i = next++
      const n = order[i] ?? 0
      // While a server restarts, tills are slowed down, so that some sales are left for the next kill.
      while (isStarting && i > (died.length + 1) * share) await pause(20)
      const fault = FAULTS[n] ?? HONEST
      const about = { fault: fault.name, is_false: isFalse(fault), number: `+659${1_000_000 + i}`, product_id: 4711, sends: 8 }
      under++
      const { key, told, tries, code } = await sellOne(
        { ports, keys: stage.keys, shop, configuration_id: goods[n]?.configuration_id ?? '', number: about.number },
        (mine) => void sales.set(mine, { ...about, key: mine, told: 'unknown' }),
      )
      under--
      repeated += tries > 1 ? 1 : 0
      codes[`${told} ${code}`.trim()] = (codes[`${told} ${code}`.trim()] ?? 0) + 1
      sales.set(key, { ...about, key, told })
    }
  }
  const kill = async () => {
    while (died.length < kills) {
      while (under < 2 || sales.size < (died.length + 1) * share) await pause(10)
      const i = Math.random() < 0.5 ? 0 : 1
      servers[i]?.child.kill('SIGKILL')
      died.push(under)
      isStarting = true
      await servers[i]?.ended
      servers[i] = await start(i)
      isStarting = false
    }
  }
  const tills = () => Promise.all(Array.from({ length: TILLS }, (_, n) => till(n + 1)))
  await Promise.all([kill(), tills()])
  await pause(LAST_MS)
  // If a server was killed before the fault of a sale happened, the sale is made again, at most MORE_MOST times.
  for (let more = 0; more < MORE_MOST; more++) {
    const missing = new Set(unplayed(FAULTS, await supplier.ask<Seen>('seen')))
    const again = [...FAULTS.keys()].filter((n) => [...missing].some((line) => line.startsWith(`${FAULTS[n]?.name} (`)))
    if (again.length === 0) break
    order.push(...again)
    await tills()
    await pause(LAST_MS)
  }
  await killAll()
  return { sales: [...sales.values()], codes, kills: died.length, under_way: died, repeated }
}

/** Lets two servers in this process, whose clock can be moved, continue the work of the killed ones. */
async function settled({ stage: { keys }, supplier, url, ports }: WireStage): Promise<string[]> {
  let ahead_ms = 0
  const clock = () => new Date(Date.now() + ahead_ms)
  const db = createDb({ url, max: 6 })
  const log = pino({ level: 'silent' })
  const callbackOrigin = `http://127.0.0.1:${ports[0]}`
  const money = createMoney(db, clock, [sealedBlocks(db, keys), sealedDeliveries(db, keys)])
  const one = () => {
    const suppliers = createSuppliers({ db, keys, clock, log, callbackOrigin, permitted: { origins: [], loopback: true }, limits: HASTE })
    return { suppliers, ...createLiveSales({ money, keys, clock, log, suppliers, asksAgain: false }) }
  }
  const pair = [one(), one()] as const
  const deaf = await callbacksHeard(ports[0], { db, log, suppliers: pair[0].suppliers, live: pair[0] })
  const pass = async (ms: number) => {
    ahead_ms += ms
    await supplier.ask({ advance: ms })
    await supplier.ask('idle')
  }
  await settle({ pair, statements: { db, suppliers: pair[0].suppliers, clock, log }, pass, tenant_id: TENANT })
  // The books are checked by the moved clock, because by the real clock requests to the supplier that are due only tomorrow would count as errors.
  const wrong = (await money.check(TENANT)).filter((check) => check.wrong > 0).map(({ name }) => name)
  await deaf()
  for (const each of pair) {
    await each.close()
    await each.suppliers.close()
  }
  await db.close()
  return wrong
}

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  const plan = options.has('quick') ? QUICK : FULL
  return onStage(async (stage) => {
    const ground = await openGround(stage)
    const { supplier, superuserUrl } = ground
    const began = performance.now()
    const { sales, ...sold } = await soldUnderKills(ground, plan)
    const selling_s = Math.round((performance.now() - began) / 1000)
    say(`${sales.length} sales in ${selling_s} s, ${sold.kills} servers killed with ${sold.under_way.join(', ')} sales under way; ${sold.repeated} asked again`)
    say(`told: ${JSON.stringify(sold.codes)}`)
    await query(superuserUrl, `update connections set is_active = false where tenant_id = ${TENANT}`)
    const wrong = await settled(ground)
    const honest = sales.find(({ fault }) => fault === HONEST.name)?.key ?? ''
    if (options.has('spoilt')) await supplier.ask({ again: honest })
    const seen = await supplier.ask<Seen>('seen')
    const books = await query<Booked>(superuserUrl, BOOKED)
    const untold = books.map((row) => ({ ...row, cases: [] }))
    const verdict = judge({ sales, books: options.has('spoilt') ? untold : books, truths: seen.truths })
    for (const [wrong, lines] of Object.entries(verdict)) for (const line of lines) say(`${wrong}: ${line}`)
    const counts = Object.fromEntries(Object.entries(verdict).map(([wrong, lines]) => [wrong, lines.length]))
    const twice = seen.truths.find(({ external_id }) => external_id === honest)
    const control = judge({ sales, books: untold, truths: twice ? [...seen.truths, twice] : seen.truths })
    const never = unplayed(FAULTS, seen)
    for (const name of never) say(`never played: ${name}`)
    const reached = new Set(seen.asked.map(({ external_id }) => external_id)).size
    const delivered = seen.truths.filter(({ is_back }) => !is_back).length
    const ends: Record<string, number> = {}
    for (const { hold, state, cases } of books) {
      const end = `${hold}, ${state}${cases.length > 0 ? ', with a case' : ''}`
      ends[end] = (ends[end] ?? 0) + 1
    }
    say(`${reached} orders reached the supplier, ${delivered} stand delivered; in our books: ${JSON.stringify(ends)}`)
    const targets = {
      '0 lost': verdict.lost.length + verdict.stranger.length === 0,
      '0 doubled': verdict.doubled.length === 0,
      '0 given back and delivered without a case': verdict.given_back_and_delivered.length === 0,
      '0 charged and not delivered without a case': verdict.charged_and_not_delivered.length === 0,
      '0 ended otherwise than there where the supplier said nothing false': verdict.otherwise.length === 0,
      '0 other deliveries without a case': verdict.other_delivered.length === 0,
      '0 told otherwise than booked, 0 undecided': verdict.contradicted.length + verdict.undecided.length === 0,
      'the books add up': wrong.length === 0,
      'every kind of fault was played': never.length === 0,
      [`${plan.sales} sales, ${plan.kills} kills at work`]: sales.length >= plan.sales && sold.kills === plan.kills && Math.min(...sold.under_way) > 0,
      ...(options.has('quick') ? {} : { '500 orders reached the supplier': reached >= 500 }),
      'the judge finds what is spoilt':
        control.doubled.length > 0 && control.given_back_and_delivered.length > 0 && control.charged_and_not_delivered.length > 0,
    }
    for (const [name, met] of Object.entries(targets)) say(`${met ? 'met   ' : 'MISSED'} ${name}`)
    const kinds = FAULTS.length - 1
    return { sales: sales.length, kinds, reached, delivered, selling_s, ...sold, counts, ends, wrong, never, targets }
  }, quickFolder('wire'))
}
