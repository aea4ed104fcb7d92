// The faults yardstick: buyers in several processes, and kill -9 of the server, of PostgreSQL, of both, in the middle of it. Afterwards every open
// key is settled and the buyers' journals are held against the books. Then the control: the same with a database that acknowledges before it
// writes (synchronous_commit off) must be found out by the same judge; if it is not, the judge is blind and the yardstick fails.
// Options: short (two kills; what CI runs).
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '../server/kit/embedded.ts'
import { migrate } from '../server/kit/migrate.ts'
import { readKey } from '../server/kit/transaction-key.ts'
import { buyerAt, type Outcome } from './buyer.ts'
import type { Start } from './buyers.ts'
import { type Asked, type Entry, readJournal, type Sold } from './journal.ts'
import { type Booked, judge, type Verdict } from './judge.ts'
import { killPostgres, postmasterOf } from './nemesis.ts'
import { builtServer, forkScript, freePort, healthy, onStage, query, type ServerProcess, type Stage, startServer } from './stage.ts'
import { fillWorld, idOf, TENANT, type WorldSize } from './world.ts'

type Fault = 'server' | 'postgres' | 'both'
/** `sold`: how many sales are acknowledged between two faults. */
type Plan = { faults: readonly Fault[]; sold: number }

const FULL: Plan = { faults: ['server', 'postgres', 'server', 'both', 'postgres', 'server', 'postgres', 'both'], sold: 300 }
const SHORT: Plan = { faults: ['server', 'postgres'], sold: 60 }
const SIZE: WorldSize = { wallets: 50, configurations: 11, pins: 20_000, hot: 20_000 }
const PROCESSES = 3
const BUYERS = 4
const CONTROL_TRIES = 5
const POLL_MS = 100
const SOLD_TIMEOUT_MS = 60_000
const CONTROL_SOLD = 100
const ASKED_AT_ONCE = 8

const say = (line: string) => void process.stdout.write(`${line}\n`)
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The shop under test: its server can be killed and started again on the same directory and port. */
type Shop = { stage: Stage; port: number; journals: string[]; start: () => Promise<void>; hurt: (fault: Fault) => Promise<void>; url: () => string }

async function openShop(stage: Stage): Promise<Shop> {
  const { dir, masterKey } = stage
  const cluster = await startEmbedded(dir)
  try {
    await migrate(cluster.ownerUrl)
    await fillWorld(cluster.superuserUrl.replace(/\/[^/]*$/, '/portal'), stage.keys, SIZE)
  } finally {
    await cluster.stop()
  }
  const main = builtServer()
  const port = await freePort()
  let server: ServerProcess | undefined
  // Killed, the server leaves its database behind.
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
    // A server that lives starts its own database again.
    await healthy(port)
  }
  const { postgres: password }: { postgres: string } = JSON.parse(readFileSync(join(dir, 'database.json'), 'utf8'))
  return { stage, port, journals: [], start, hurt, url: () => `postgres://postgres:${password}@127.0.0.1:${postmasterOf(dir).port}/portal` }
}

/** Buyers until `work` is over; they write into journals of their own. */
async function underLoad(shop: Shop, name: string, work: () => Promise<void>): Promise<void> {
  const children: ChildProcess[] = []
  const done: Promise<unknown>[] = []
  try {
    for (let i = 0; i < PROCESSES; i++) {
      const journal = join(shop.stage.dir, `${name}-${i}.journal`)
      const child = forkScript('buyers.ts')
      children.push(child)
      done.push(
        new Promise((resolve, reject) =>
          child.once('message', (message) => (message === 'done' ? resolve(message) : reject(new Error(JSON.stringify(message))))),
        ),
      )
      shop.journals.push(journal)
      child.send({
        port: shop.port,
        masterKey: shop.stage.masterKey,
        journal,
        buyers: BUYERS,
        wallets: SIZE.wallets,
        configurations: SIZE.configurations,
      } satisfies Start)
    }
    await work()
    for (const child of children) child.send('stop')
    await Promise.all(done)
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}

/** However slow the machine: a fault hits a shop that is selling. */
async function untilSold(shop: Shop, sold: number): Promise<void> {
  const count = () => shop.journals.flatMap((file) => (existsSync(file) ? readJournal(file) : [])).filter((entry) => 'sold' in entry).length
  const enough = count() + sold
  for (const start = Date.now(); count() < enough; await pause(POLL_MS)) if (Date.now() - start > SOLD_TIMEOUT_MS) throw new Error('the shop does not sell')
}

async function inParallel<T, R>(items: readonly T[], work: (item: T, i: number) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length)
  const entries = items.entries()
  const worker = async () => {
    for (const [i, item] of entries) results[i] = await work(item, i)
  }
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, worker))
  return results
}

const BOOKS = `
  select k.key, s.id as sale_id, s.quantity, p.pin_ids from sales s
    left join transaction_keys k on k.tenant_id = s.tenant_id and k.cause_id = s.id and k.operation = 'sale'
    left join (select sale_id, array_agg(batch_no || '-' || seq) as pin_ids from pins where sale_id is not null group by sale_id) p on p.sale_id = s.id
   where s.tenant_id = ${TENANT}`

type Judged = Verdict & { keys: number; acknowledged: number; left_open: number; money_wrong: number }

/** Settles what is open, half by the same key again and half for good, and judges. */
async function judged(shop: Shop): Promise<Judged> {
  const journal: Entry[] = shop.journals.flatMap(readJournal)
  const answered = new Map(journal.flatMap((entry): [string, Outcome][] => ('asked' in entry ? [] : [[entry.key, entry]])))
  const asked = journal.flatMap((entry) => ('asked' in entry ? [entry.asked] : []))
  const open = asked.filter(({ key }) => !answered.has(key))
  const { buy, settle } = buyerAt(shop.port)
  const outcomes = await inParallel(open, (purchase, i) => (i % 2 ? buy(purchase) : settle(purchase)))
  const settled = new Map(open.map(({ key }, i): [string, Outcome] => [key, outcomes[i] ?? 'unknown']))
  const books = await query<Booked>(shop.url(), BOOKS)
  const wrong = await query<{ wrong: number }>(shop.url(), 'select wrong from check_money($1) where wrong > 0', [TENANT])
  const isSold = (outcome: Outcome | undefined) => typeof outcome === 'object' && 'sold' in outcome
  const sold = asked.filter(({ key }) => isSold(answered.get(key) ?? settled.get(key)))
  const again = await inParallel(sold, buy)
  const repeated = new Map(sold.map(({ key }, i): [string, Sold | undefined] => [key, soldIn(again[i])]))
  const uuidOf = ({ key, shop: n }: Asked) => readKey(shop.stage.keys, { home_tenant_id: TENANT, user_id: idOf.user(n) }, key) ?? ''
  const acknowledged = [...answered.values()].filter(isSold).length
  return { keys: asked.length, acknowledged, left_open: open.length, money_wrong: wrong.length, ...judge({ journal, settled, books, repeated, uuidOf }) }
}

const soldIn = (outcome: Outcome | undefined) => (typeof outcome === 'object' && 'sold' in outcome ? outcome.sold : undefined)

const isGreen = ({ lost, changed, double, stranger, contradicted, undecided, unanswered, money_wrong }: Judged) =>
  lost + changed + double + stranger + contradicted + undecided + unanswered + money_wrong === 0

/** The same judge, and a database that promises too early. Red is what must come out. */
async function control(shop: Shop): Promise<{ tries: number; verdict: Judged }> {
  for (const setting of [`synchronous_commit = off`, `wal_writer_delay = '10s'`, `wal_writer_flush_after = '1GB'`])
    await query(shop.url(), `alter system set ${setting}`)
  await query(shop.url(), 'select pg_reload_conf()')
  for (let tries = 1; tries <= CONTROL_TRIES; tries++) {
    await underLoad(shop, `control-${tries}`, async () => {
      await untilSold(shop, CONTROL_SOLD)
      await shop.hurt('postgres')
      await untilSold(shop, CONTROL_SOLD)
    })
    const verdict = await judged(shop)
    say(`control ${tries}: ${JSON.stringify(verdict)}`)
    if (verdict.lost > 0) return { tries, verdict }
  }
  throw new Error('the control stayed green: the judge does not see lost sales')
}

export async function measure(options: ReadonlySet<string>) {
  const plan = options.has('short') ? SHORT : FULL
  return onStage(async (stage) => {
    const shop = await openShop(stage)
    await shop.start()
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
    const verdict = await judged(shop)
    say(`judged   ${JSON.stringify(verdict)}`)
    if (!isGreen(verdict)) throw new Error('the books do not hold what was promised')
    const red = await control(shop)
    say(`control  ${JSON.stringify(red)}`)
    return { faults: plan.faults, recovery_ms, verdict, control: red }
  })
}
