// Makes one row of each kind wrong. Each report that uses the row then says that it does not agree with the books, and the proof names the row.
import { describe, expect, test } from 'vitest'
import { tallyTenant } from '../../../figures/tallies.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { busyBooks, tallyAll } from '../../../test/busy-books.ts'
import { fileWorld } from '../../../test/world.ts'
import { billed, completeParties } from '../invoices/fixtures/lines.ts'
import { unbilled } from '../invoices/unbilled-tally.ts'
import { checkedMoney } from './minute.ts'
import { proveBooks } from './proof-run.ts'

const DAY_MS = 86_400_000

const w = await fileWorld()
await completeParties(w)
await rowsOf(w, `update organisations set flags = flags || '{has_invoice,has_reports,has_transaction,has_reclamation}' where tenant_id = 1 and kind = 'seller'`)
const dayIn = (days: number) => berlinDay(new Date(w.clock.now().getTime() + days * DAY_MS))
// The sales of these books lie on three days. A finding in a roll-up concerns its whole month, but at the end of a month the reports about today would lie in
// the next month. So the clock is moved on until all days lie in one month.
if (dayIn(0).slice(0, 7) !== dayIn(3).slice(0, 7)) w.clock.advance(3 * DAY_MS)
const at = await busyBooks(w)
await tallyAll(w)
await tallyTenant(w.services, 1, unbilled)

const month = { date_from: dayIn(-5), date_to: dayIn(0) }
const [nord, kiosque] = [await w.signIn('nord'), await w.signIn('kiosque')]
const [billing] = await billed(w, nord, [at.shop], month)
const invoice_id = billing?.documents[0]?.invoice_id ?? ''
const [goods] = await rowsOf<{ configuration_id: string }>(w, 'select configuration_id from batches where tenant_id = 1 and batch_no = $1', [at.batch])
const configuration_id = goods?.configuration_id ?? ''

type Marked = { agrees: { agrees: boolean | null } | null }
const marked = async (answer: Promise<Marked>) => (await answer).agrees?.agrees
/** The two kinds of reports that say in one field whether they agree with the books: a ledger in `adds_up`, a stock report in `agrees`. */
type InAWord = { adds_up?: boolean | null; agrees?: { agrees: boolean | null } }
const inAWord = async (asked: Promise<InAWord>) => {
  const { adds_up, agrees } = await asked
  return agrees ? agrees.agrees : adds_up
}

/** All reports of the portal. Each is read by a user who may see it. */
const reports = {
  'sales list': () => marked(nord.calls.salesList(month)),
  'sales list of the shop': () => marked(kiosque.calls.salesList(month)),
  'sales by customer': () => marked(nord.calls.salesByGroup({ ...month, group_by: ['customer'] })),
  'sales counters': () => marked(nord.calls.salesCounters(month)),
  'sale details': () => marked(nord.calls.saleDetails({ sale_id: at.old })),
  dashboard: async () => (await nord.calls.dashboard({})).sales?.agrees.agrees,
  'own ledger': () => inAWord(kiosque.calls.ledgerOwn({})),
  'customer’s ledger': () => inAWord(nord.calls.ledgerCustomer({ customer_id: at.shop })),
  'stock report': () => inAWord(nord.calls.stockReport(month)),
  'sold pins': () => marked(nord.calls.soldPins({ configuration_id })),
  'Z list': () => marked(kiosque.calls.zReportsList({})),
  'Z details': () => marked(kiosque.calls.zReportDetails({ document_id: at.z })),
  X: () => marked(kiosque.calls.zReport({})),
  claims: () => marked(nord.calls.reclaimsList({})),
  'open matters': () => marked(nord.calls.openMatters({})),
  invoices: () => marked(nord.calls.invoicesList({})),
  'invoices received': () => marked(kiosque.calls.invoicesList({ filters: { received: true } })),
  corrections: () => marked(nord.calls.reclamationInvoicesList({})),
  invoice: () => marked(nord.calls.invoiceReport({ invoice_id })),
  'to be billed': () => marked(nord.calls.customersForInvoice(month)),
  'to be corrected': () => marked(nord.calls.customersForReclamationInvoice(month)),
} as const
type Name = keyof typeof reports
const names = Object.keys(reports) as Name[]

/** Names the reports that say they do not agree with the books. */
async function red(): Promise<Name[]> {
  const marks: [Name, unknown][] = []
  for (const name of names) marks.push([name, await reports[name]()])
  for (const [name, mark] of marks) expect([name, typeof mark]).toEqual([name, 'boolean'])
  return marks.filter(([, mark]) => mark === false).map(([name]) => name)
}
const named = async () => (await nord.calls.proofsList({ limit: 1 })).content[0]?.findings.map(({ kind, row }) => `${kind} ${row}`) ?? []
const prove = (kind: 'nightly' | 'full' = 'nightly') => proveBooks(w.services, 1, kind)

type Spoilt = { table: string; where: string; column: string; to: string }

/** Changes one value of one row in the database, bypassing all checks, while `work` runs; then restores the value. */
async function spoilt<T>({ table, where, column, to }: Spoilt, work: () => Promise<T>): Promise<T> {
  const rows = await rowsOf<{ at: string; was: unknown }>(
    w,
    `select x.ctid::text as at, to_jsonb(x.${column}) as was from ${table} x where tenant_id = 1 and ${where}`,
  )
  expect(rows).toHaveLength(1)
  const [{ ctid } = { ctid: '' }] = await rowsOf<{ ctid: string }>(
    w,
    `update ${table} set ${column} = ${to} where tenant_id = 1 and ${where} returning ctid::text`,
  )
  try {
    return await work()
  } finally {
    const was = `(jsonb_populate_record(null::${table}, jsonb_build_object('${column}', $1::jsonb))).${column}`
    await rowsOf(w, `update ${table} set ${column} = ${was} where tenant_id = 1 and ctid = $2::tid`, [JSON.stringify(rows[0]?.was), ctid])
    await prove('full')
  }
}

test('control: if the books have no error, every report agrees with them, before the proof and after it', async () => {
  expect(await red()).toEqual([])
  expect(await prove()).toEqual([])
  expect(await red()).toEqual([])
  expect(await named()).toEqual([])
})

const SALES = ['sales list', 'sales list of the shop', 'sales by customer', 'sales counters', 'dashboard', 'to be billed', 'to be corrected'] as const
/** The two reports of a shift: the Z-report of a closed shift, and the X-report of the running shift. Here both cover the same days. */
const SHIFTS = ['Z details', 'X'] as const
const LEDGERS = ['own ledger', 'customer’s ledger'] as const
const INVOICES = ['invoices', 'invoices received', 'corrections', 'invoice', 'to be billed', 'to be corrected'] as const
const CLAIMS = ['claims', 'open matters'] as const
const DAY = `(select (s.created_at at time zone 'Europe/Berlin')::date from sales s where s.id = '${at.old}')`
const GOODS = `organisation_id = '${at.shop}' and span = 'day' and since = ${DAY} and configuration_id = '${configuration_id}' and sign = 1`
const NORD = `organisation_id = '${nord.customer_id}' and sign = 1 and day = (select max(day) from figures_to_date where tenant_id = 1)`
const BILLING = `customer_id = '${at.shop}' and issuer_id = '${nord.customer_id}' and month = date_trunc('month', ${DAY})::date`

/**
 * The reports that disagree when the running totals are too high from one day on. A report about a later period takes the difference of two such totals, so
 * it still agrees.
 */
const TO_DATE = ['sales list', 'sales by customer', 'sales counters', 'sale details', 'to be billed', 'to be corrected'] as const

/**
 * Each case: what is tampered with, how, the row that the proof must name, and the reports that must then disagree. `at_once`: the reports that must disagree
 * even before a proof.
 */
type Case = [what: string, sql: Spoilt, row: string, reports: readonly Name[], at_once?: readonly Name[]]
const cases: readonly Case[] = [
  [
    'a sale line',
    { table: 'sales', where: `id = '${at.old}'`, column: 'value', to: 'value + 100' },
    at.old,
    [...SALES, ...SHIFTS, 'sale details', ...INVOICES],
  ],
  ['a refund', { table: 'refunds', where: `id = '${at.refund}'`, column: 'value', to: 'value + 100' }, at.refund, [...SALES, ...SHIFTS, ...CLAIMS]],
  [
    'a row of the ledger',
    { table: 'transfers', where: `wallet_id = '${at.shop}' and seq = ${at.last}`, column: 'amount', to: 'amount + 100' },
    `${at.shop}-${at.last}`,
    [...SALES, ...SHIFTS, ...LEDGERS],
    [...SALES, ...SHIFTS, ...LEDGERS],
  ],
  ['a wallet', { table: 'wallets', where: `organisation_id = '${at.shop}'`, column: 'balance', to: 'balance + 700' }, at.shop, LEDGERS, LEDGERS],
  [
    'a day of the roll-up by goods',
    { table: 'figures_of_goods', where: GOODS, column: 'sold_total', to: 'sold_total + 100' },
    at.shop,
    [...SALES, ...SHIFTS, 'sale details'],
  ],
  [
    'a running total',
    { table: 'figures_to_date', where: NORD, column: 'sold_total', to: 'sold_total + 500' },
    nord.customer_id,
    [...SALES.filter((name) => name !== 'dashboard'), 'sale details'],
    TO_DATE,
  ],
  [
    'a line of a shift',
    { table: 'shift_lines', where: `line_id = '${at.other}'`, column: 'document_id', to: `'${at.document}'` },
    at.z,
    ['Z list', 'Z details'],
    ['Z details'],
  ],
  [
    'a Z-report',
    { table: 'documents', where: `id = '${at.z}'`, column: 'snapshot', to: `jsonb_set(snapshot, '{face_total}', '"0.01"')` },
    at.z,
    ['Z list', 'Z details'],
    ['Z details'],
  ],
  [
    'a line of an invoice',
    { table: 'invoiced_lines', where: `invoice_id = '${invoice_id}' and line_id = '${at.sale}'`, column: 'sale_id', to: `'${at.other}'` },
    invoice_id,
    INVOICES,
    ['invoice'],
  ],
  [
    'an invoice',
    { table: 'invoices', where: `id = '${invoice_id}'`, column: 'paid', to: 'paid + 1' },
    invoice_id,
    INVOICES,
    ['invoices', 'invoices received', 'invoice'],
  ],
  ['an amount to be billed', { table: 'billing_months', where: BILLING, column: 'amount', to: 'amount + 100' }, at.shop, INVOICES],
  ['an open claim', { table: 'reclamations', where: `id = '${at.claiming}'`, column: 'seller_id', to: `'${at.shop}'` }, at.claiming, CLAIMS],
  [
    'a PIN',
    { table: 'pins', where: `batch_no = ${at.spare} and seq = 30`, column: 'sale_id', to: `'${at.sale}'` },
    `${at.spare}-30`,
    ['stock report', 'sold pins', ...CLAIMS],
  ],
]

describe('a tampered row', () => {
  test.each(cases)(
    '(%s) makes every report that uses it disagree with the books, and no other report; the proof names the row',
    async (_, sql, row, reports, at_once = []) => {
      const seen = await spoilt(sql, async () => {
        const before = await red()
        // This proof is a full one, because a nightly proof checks only a part of the PINs.
        await prove('full')
        return { before, after: await red(), named: await named() }
      })
      expect(seen.before).toEqual(names.filter((name) => at_once.includes(name)))
      expect(seen.after).toEqual(names.filter((name) => reports.includes(name)))
      expect(seen.named).toEqual(expect.arrayContaining([expect.stringContaining(row)]))
    },
  )

  test('control: makes no report disagree any more once it is restored', async () => {
    expect(await prove('full')).toEqual([])
    expect(await red()).toEqual([])
  })
})

test('a new finding of the money check that runs every minute makes reports disagree immediately, and starts only one proof as long as the finding stays the same', async () => {
  const proofs = async () => (await nord.calls.proofsList({})).filters.total_count
  w.clock.advance(11 * 60_000)
  await spoilt({ table: 'sales', where: `id = '${at.live}'`, column: 'amount_total', to: 'amount_total + 100' }, async () => {
    const before = await proofs()
    expect(await red()).not.toContain('sales list')
    for (const _ of [1, 2]) await checkedMoney(w.services)()
    expect(await named()).toContain(`sale ${at.live}`)
    expect(await red()).toEqual(expect.arrayContaining(['sales list', 'sales by customer']))
    expect(await proofs()).toBe(before + 1)
  })
})
