// The questions (requests) of the reports benchmark: every report and list about sales and what follows them, asked by the reseller's manager or by one of its
// busier shops.
import { calls } from '../contract/index.ts'
import type { Call } from '../contract/kit/call.ts'
import { berlinDay } from '../server/kit/berlin.ts'
import { newIdAt } from '../server/kit/ids.ts'
import type { Db } from '../server/postgres/db.ts'
import { ASKED } from './reports-world.ts'
import type { Answer, World } from './two-worlds.ts'
import { idOf, TENANT, tokenOf } from './world.ts'

/** The ids of the rows that the questions name; each world has ids of its own. */
export type Rows = { sale: string; deep: string; z: string; claim: string; invoice: string; batch: string; supplier: string; user: string; periods: Periods }
type Fields = Record<string, string>
type Question = { label: string; ask: (world: World, rows: Rows) => Promise<Answer> }

const DAY_MS = 86_400_000
/** Periods as people choose them, and a period with arbitrary ends. */
function periodsAt(now: Date) {
  const ago = (days: number) => berlinDay(new Date(now.getTime() - days * DAY_MS))
  const today = ago(0)
  const day = Number(today.slice(8))
  return {
    today: { date_from: today, date_to: today },
    'a day': { date_from: ago(100), date_to: ago(100) },
    'last 30 days': { date_from: ago(29), date_to: today },
    'last month': { date_from: `${ago(day).slice(0, 8)}01`, date_to: ago(day) },
    'a year': { date_from: ago(364), date_to: today },
    anywhere: { date_from: ago(287), date_to: ago(19) },
    'a month before': { date_from_2: ago(90), date_to_2: ago(60) },
    'a year before': { date_from_2: ago(729), date_to_2: ago(365) },
  } as const
}
type Periods = ReturnType<typeof periodsAt>
type Period = Exclude<keyof Periods, 'a month before' | 'a year before'>

const PLATFORM = '00000001-0000-7000-8000-000000000000'
const RESELLER = '00000001-0000-7000-8000-000000000001'
export const reseller = { tenant_id: TENANT, organisation_id: RESELLER, kind: 'reseller', organisation_path: [PLATFORM, RESELLER] } as const
const SHOP = 7
const customer_id = idOf.shop(SHOP)
const configuration_id = idOf.configuration(ASKED)
const product_id = '00000007-0000-7000-8000-000000000008'

const wire = (fields: Record<string, unknown>): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]))
type QuestionInput = Record<string, unknown> | ((rows: Rows) => Record<string, unknown>)
const of = (wanted: QuestionInput, rows: Rows) => (typeof wanted === 'function' ? wanted(rows) : wanted)
const fieldsOf = (wanted: QuestionInput, rows: Rows) => wire(of(wanted, rows))
/** A period as fields of the call (`within`), or as its filters (`filteredBy`), with further fields. */
const within =
  (period: Period, more: QuestionInput = {}) =>
  (rows: Rows) => ({ ...rows.periods[period], ...of(more, rows) })
const filteredBy =
  (period: Period, more: Record<string, unknown> = {}, beside: Record<string, unknown> = {}) =>
  ({ periods }: Rows) => ({ ...beside, filters: { ...periods[period], ...more } })

/** A question that the reseller's manager asks by this call. */
const called = (label: string, call: Call, wanted: QuestionInput = {}): Question => ({ label, ask: ({ ask }, rows) => ask(call, fieldsOf(wanted, rows)) })
/** A question that one of the busier shops asks by this call. */
const ofShop = (label: string, call: Call, wanted: QuestionInput = {}): Question => ({
  label: `a shop: ${label}`,
  ask: ({ ask }, rows) => ask(call, fieldsOf(wanted, rows), tokenOf(SHOP)),
})

const list = (label: string, period: Period, more: QuestionInput = {}) => called(`sales, ${label}, ${period}`, calls.salesList, within(period, more))
const filtered = (filters: QuestionInput, period: Period) => {
  const names = Object.keys(typeof filters === 'function' ? filters({} as Rows) : filters).join(' ')
  return list(names, period, (rows) => ({ filters: of(filters, rows) }))
}
const sums = (group_by: readonly string[], period: Period, against?: 'a month before' | 'a year before') =>
  called(
    `by ${group_by.join(' × ')}, ${period}${against ? ` and ${against}` : ''}`,
    calls.salesByGroup,
    within(period, (rows) => ({ group_by, ...(against && rows.periods[against]) })),
  )

export const questions: readonly Question[] = [
  called('dashboard', calls.dashboard),
  ofShop('dashboard', calls.dashboard),

  list('all', 'today'),
  list('all', 'a year'),
  list('all', 'anywhere'),
  list('deep behind a line', 'a year', ({ deep }) => ({ after: deep })),
  list('page 500', 'a year', { page: 500 }),
  list('oldest first', 'a year', { sort: 'created_at' }),
  list('by price', 'today', { sort: '-sold_total' }),
  list('by margin', 'today', { sort: '-margin_total' }),
  list('searched by serial', 'last 30 days', { search_text: '00000000000003' }),
  filtered({ customer_id }, 'a year'),
  filtered({ seller_id: customer_id }, 'a year'),
  filtered(({ user }) => ({ user_id: user }), 'a year'),
  filtered({ product_id }, 'a year'),
  filtered({ configuration_id }, 'a year'),
  filtered({ product_type: 'cash_card' }, 'a year'),
  filtered(({ supplier }) => ({ supplier_id: supplier }), 'a year'),
  filtered(({ batch }) => ({ batch_no: Number(batch) }), 'last 30 days'),
  filtered({ kind: 'refund' }, 'a year'),
  filtered({ status: 'successful' }, 'a year'),
  filtered({ status: 'failed' }, 'a year'),
  filtered({ cancelable: true }, 'last 30 days'),
  filtered({ device_id: customer_id }, 'last 30 days'),
  filtered({ terminal_id: 'T-7' }, 'last 30 days'),
  ofShop('sales, a year', calls.salesList, within('a year')),

  called('counters', calls.salesCounters),
  called('counters, a year', calls.salesCounters, within('a year')),
  ofShop('counters', calls.salesCounters),
  called('sale details', calls.saleDetails, ({ sale }) => ({ sale_id: sale })),

  ...(['customer', 'day', 'seller', 'product', 'configuration', 'product_type', 'user', 'supplier', 'hour', 'weekday'] as const).flatMap((name) => [
    sums([name], 'a day'),
    sums([name], 'last month'),
    sums([name], 'a year'),
  ]),
  sums(['day', 'product_type'], 'last month'),
  sums(['day', 'configuration'], 'a day'),
  sums(['customer', 'product_type'], 'last month'),
  called('by customer of a kind, last month', calls.salesByGroup, within('last month', { group_by: ['customer'], filters: { product_type: 'cash_card' } })),
  sums(['hour', 'weekday'], 'last 30 days'),
  sums(['customer'], 'last month', 'a month before'),
  sums(['product'], 'a year', 'a year before'),
  ...['day', 'configuration', 'user', 'hour'].map((name) => ofShop(`by ${name}, a year`, calls.salesByGroup, within('a year', { group_by: [name] }))),
  ofShop('by hour × weekday, last 30 days', calls.salesByGroup, within('last 30 days', { group_by: ['hour', 'weekday'] })),

  ofShop('ledger', calls.ledgerOwn),
  ofShop('ledger, a year', calls.ledgerOwn, filteredBy('a year')),
  ofShop('ledger, its oldest page', calls.ledgerOwn, filteredBy('a year', {}, { sort: 'created_at' })),
  ofShop('ledger, refunds', calls.ledgerOwn, filteredBy('a year', { kind: 'refund' })),
  called('ledger of a customer, a year', calls.ledgerCustomer, filteredBy('a year', {}, { customer_id })),
  called('ledger of a customer, last month', calls.ledgerCustomer, filteredBy('last month', {}, { customer_id })),

  called('stock today', calls.stockReport),
  called('stock of a past day', calls.stockReport, within('a day')),
  called('stock of a period', calls.stockReport, within('anywhere')),
  called('stock by batch', calls.stockReport, within('last month', { by: 'batch' })),
  called('stock by supplier', calls.stockReport, within('last month', { by: 'supplier' })),
  called('inventory history', calls.stockHistory),
  called('inventory history, a year', calls.stockHistory, within('a year')),
  called('reorder list', calls.reorderList),
  called('sold pins', calls.soldPins, { configuration_id }),
  called('sold pins of a batch', calls.soldPins, ({ batch }) => ({ configuration_id, batch_no: batch })),

  ofShop('X', calls.zReport),
  ofShop('Z list', calls.zReportsList),
  ofShop('Z list, last month', calls.zReportsList, filteredBy('last month')),
  ofShop('Z', calls.zReportDetails, ({ z }) => ({ document_id: z })),
  ofShop('open shifts', calls.shiftsOpen),

  called('claims', calls.reclaimsList),
  called('claims, open', calls.reclaimsList, { filters: { is_open: true } }),
  called('claims, a customer', calls.reclaimsList, { filters: { customer_id } }),
  called('claims handed on', calls.reclaimsList, { scope: 'sent' }),
  ofShop('claims', calls.reclaimsList),
  called('claim', calls.reclaimDetails, ({ claim }) => ({ reclaim_id: claim })),

  called('invoices', calls.invoicesList),
  called('invoices, overdue', calls.invoicesList, { filters: { state: 'overdue' } }),
  called('invoices, a customer', calls.invoicesList, { filters: { customer_id } }),
  called('invoices, searched', calls.invoicesList, { search_text: 'shop 42' }),
  called('corrections', calls.reclamationInvoicesList),
  ofShop('invoices received', calls.invoicesList, { filters: { received: true } }),
  called('to be billed, last month', calls.customersForInvoice, within('last month')),
  called('to be corrected, last month', calls.customersForReclamationInvoice, within('last month')),

  called('open matters', calls.openMatters),
  ofShop('open matters', calls.openMatters),
  called('proofs', calls.proofsList),
]

const ROWS = `
  select (select id from sales where tenant_id = :tenant_id order by id desc limit 1) as sale,
         (select id from sales where tenant_id = :tenant_id and id < :deep order by id desc limit 1) as deep,
         (select id from documents where tenant_id = :tenant_id and owner_id = :shop and kind = 'z_report' order by id desc limit 1) as z,
         (select id from reclamations where tenant_id = :tenant_id order by id desc limit 1) as claim,
         (select id from invoices where tenant_id = :tenant_id order by id desc limit 1) as invoice,
         (select max(batch_no)::text from batches where tenant_id = :tenant_id and configuration_id = :configuration_id) as batch,
         (select id from suppliers where tenant_id = :tenant_id limit 1) as supplier,
         (select id from users where tenant_id = :tenant_id and organisation_id = :shop) as user`

export async function rowsAsked({ db, now }: World): Promise<Rows> {
  const [rows] = await db.read(TENANT, (q) =>
    q.query<Omit<Rows, 'periods'>>(ROWS, { tenant_id: TENANT, shop: customer_id, configuration_id, deep: newIdAt(new Date(now.getTime() - 200 * DAY_MS)) }),
  )
  if (!rows) throw new Error('no rows to ask for')
  return { ...rows, periods: periodsAt(now) }
}

const LAST = `select s.created_at + interval '1 minute' as at from sales s where s.tenant_id = :tenant_id order by s.id desc limit 1`

/** The time of the last sale, to which the clock is set, so that today has sales even in a world that was stored earlier. */
export async function lastMoment(db: Db): Promise<Date> {
  const [last] = await db.read(TENANT, (q) => q.query<{ at: string }>(LAST, { tenant_id: TENANT }))
  if (!last) throw new Error('nothing was sold')
  return new Date(last.at)
}
