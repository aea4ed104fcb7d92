// Lets buyers in processes of their own buy while faults happen. Then transaction keys without an outcome are settled, every sold key is sent once more,
// and the buyers' journals are compared with the books.
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readKey } from '../server/http/transaction-key.ts'
import { buyerAt, type Outcome } from './buyer.ts'
import type { Start } from './buyers.ts'
import { type Entry, readJournal, type SaleRequest, type Sold } from './journal.ts'
import { type Booked, judge, type Verdict } from './judge.ts'
import { forkScript, query, type Stage } from './stage.ts'
import { idOf, TENANT, type WorldSize } from './world.ts'

export const SIZE: WorldSize = { wallets: 50, configurations: 11, pins: 20_000, hot: 20_000 }
/** A stock that is enough for some thousand sales. */
export const SHORT_SIZE: WorldSize = { ...SIZE, pins: 5_000, hot: 5_000 }
const PROCESSES = 3
const BUYERS = 4
const POLL_MS = 100
const SOLD_TIMEOUT_MS = 180_000
const ASKED_AT_ONCE = 8

/** A shop that sells at one port or several; `url` is the superuser's address of its database. */
export type Selling = { stage: Stage; ports: readonly number[]; journals: string[]; url: () => string }

export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Lets buyers buy until `work` is over; they write into journals of their own. */
export async function underLoad({ stage, ports, journals }: Selling, name: string, work: () => Promise<void>): Promise<void> {
  const children: ChildProcess[] = []
  const done: Promise<unknown>[] = []
  const { wallets, configurations } = SIZE
  try {
    for (let i = 0; i < PROCESSES; i++) {
      const journal = join(stage.dir, `${name}-${i}.journal`)
      const child = forkScript('buyers.ts')
      children.push(child)
      done.push(
        new Promise((resolve, reject) =>
          child.once('message', (message) => (message === 'done' ? resolve(message) : reject(new Error(JSON.stringify(message))))),
        ),
      )
      journals.push(journal)
      child.send({ ports, masterKey: stage.masterKey, journal, buyers: BUYERS, wallets, configurations } satisfies Start)
    }
    await work()
    for (const child of children) child.send('stop')
    await Promise.all(done)
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}

export const soldIn = (journals: readonly string[]): number =>
  journals.flatMap((file) => (existsSync(file) ? readJournal(file) : [])).filter((entry) => 'sold' in entry).length

/** Waits for sales, so that even on a slow machine a fault hits a shop that is selling. */
export async function untilSold({ journals }: Selling, sold: number): Promise<void> {
  const enough = soldIn(journals) + sold
  for (const start = Date.now(); soldIn(journals) < enough; await pause(POLL_MS))
    if (Date.now() - start > SOLD_TIMEOUT_MS) throw new Error('the shop does not sell')
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

export type Judged = Verdict & { keys: number; acknowledged: number; left_open: number; money_wrong: number }

/** Finds the outcome of each open transaction key, half of them by sending it again and half by settling it; then compares journals and books. */
export async function judged({ stage, ports, journals, url }: Selling): Promise<Judged> {
  const journal: Entry[] = journals.flatMap(readJournal)
  const answered = new Map(journal.flatMap((entry): [string, Outcome][] => ('asked' in entry ? [] : [[entry.key, entry]])))
  const asked = journal.flatMap((entry) => ('asked' in entry ? [entry.asked] : []))
  const open = asked.filter(({ key }) => !answered.has(key))
  const { buy, settle } = buyerAt(ports)
  const outcomes = await inParallel(open, (purchase, i) => (i % 2 ? buy(purchase) : settle(purchase)))
  const settled = new Map(open.map(({ key }, i): [string, Outcome] => [key, outcomes[i] ?? 'unknown']))
  const books = await query<Booked>(url(), BOOKS)
  const wrong = await query<{ wrong: number }>(url(), 'select wrong from check_money($1) where wrong > 0', [TENANT])
  const isSold = (outcome: Outcome | undefined) => typeof outcome === 'object' && 'sold' in outcome
  const sold = asked.filter(({ key }) => isSold(answered.get(key) ?? settled.get(key)))
  const again = await inParallel(sold, buy)
  const repeated = new Map(sold.map(({ key }, i): [string, Sold | undefined] => [key, saleOf(again[i])]))
  const uuidOf = ({ key, shop: n }: SaleRequest) => readKey(stage.keys, { home_tenant_id: TENANT, user_id: idOf.user(n) }, key) ?? ''
  const acknowledged = [...answered.values()].filter(isSold).length
  return { keys: asked.length, acknowledged, left_open: open.length, money_wrong: wrong.length, ...judge({ journal, settled, books, repeated, uuidOf }) }
}

const saleOf = (outcome: Outcome | undefined) => (typeof outcome === 'object' && 'sold' in outcome ? outcome.sold : undefined)

export const isGreen = ({ lost, changed, double, stranger, contradicted, undecided, unanswered, money_wrong }: Judged): boolean =>
  lost + changed + double + stranger + contradicted + undecided + unanswered + money_wrong === 0
