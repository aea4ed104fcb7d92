// The lists benchmark: the first page of each list with the count of all its rows, as the reseller asks for it, through the app without a network: unfiltered,
// filtered, searched; also what reads all customers: a credit round, the proposals for bank transfers, everybody's prices. Runs in two worlds at once, so that
// growth shows in one run: 1,000 customers with 100,000 rows against 10,000 with 10,000,000. What is compared is the processor time of server and database
// together, which stays comparable on a busy machine. Growth is measured per tenfold increase of a list's data: the worlds differ by ten times the customers
// and a hundred times (twice tenfold) the rows.
// Options: quick (10,000 against 100,000 rows, for testing this code), keep (keeps the full worlds in the temporary directory and reuses them).
import { chmodSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '../contract/index.ts'
import type { Call } from '../contract/kit/call.ts'
import { sold } from '../server/figures/sold-by-day.ts'
import { booked } from '../server/modules/customers/credit/booking-tally.ts'
import { startEmbedded } from '../server/postgres/embedded-postgres.ts'
import { fillLists, type ListsSize } from './lists-world.ts'
import { postmasterOf } from './nemesis.ts'
import { cpuOf } from './processes.ts'
import { onStage } from './stage.ts'
import { lineOf, measureOne, openWorld, type Row, say } from './two-worlds.ts'
import { idOf } from './world.ts'

type Plan = { small: ListsSize; large: ListsSize; rounds: number }
const FULL: Plan = { small: { customers: 1_000, rows: 100_000 }, large: { customers: 10_000, rows: 10_000_000 }, rounds: 60 }
const QUICK: Plan = { small: { customers: 100, rows: 10_000 }, large: { customers: 1_000, rows: 100_000 }, rounds: 10 }
const P95_MOST_MS = 30
const GROWTH_MOST = 1.5

/**
 * `p95_ms` and `growth`: limits of a question that reads more than a page: a round reads every customer and answers up to a thousand of them, proposals compare
 * transfers with all customers.
 */
type Question = { label: string; call: Call; fields: Record<string, string>; of: keyof ListsSize; p95_ms?: number; growth?: number }
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
  { ...asked('everybody’s prices', calls.assignedProducts), p95_ms: 150 },
  { ...asked('everybody’s prices, by customer', calls.assignedProducts, { sort: '-customer_name', page: '100' }), p95_ms: 150 },
  { ...asked('credit round', calls.creditProposals), p95_ms: 500, growth: 10 },
  { ...asked('transfers', calls.bankLinesList, filters({ state: 'open' })), p95_ms: 500, growth: 5 },
  asked('own prices', calls.assignedList),
  asked('own prices, a customer', calls.assignedList, { customer_id }),
]

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  const plan = options.has('quick') ? QUICK : FULL
  const { small, large, rounds } = plan
  return onStage(async (stage) => {
    const folder = options.has('keep') && !options.has('quick') ? join(tmpdir(), 'portal-bench-lists') : join(stage.dir, 'cluster')
    mkdirSync(folder, { recursive: true })
    // When this process runs as root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755)
    const cluster = await startEmbedded(folder)
    stage.later(cluster.stop)
    const making = (size: ListsSize) => ({
      what: `${size.customers} customers, ${size.rows} rows`,
      fill: (superuserUrl: string) => fillLists(superuserUrl, size),
      tallies: [sold, booked],
    })
    const worlds = {
      small: await openWorld(stage, cluster, folder, 'portal', making(small)),
      large: await openWorld(stage, cluster, folder, 'large', making(large)),
    }
    const { pid } = postmasterOf(folder)
    const cpu = () => cpuOf(pid) + cpuOf(process.pid)
    const rows: Row[] = []
    for (const question of questions) {
      const tens = Math.log10(large[question.of] / small[question.of])
      const limits = { rounds, tens, p95_ms: question.p95_ms ?? P95_MOST_MS, growth: question.growth ?? GROWTH_MOST }
      const row = await measureOne(question.label, (name) => worlds[name].ask(question.call, question.fields), limits, cpu)
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
