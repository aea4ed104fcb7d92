// Tables of a month's pack. The calls of the lists themselves read the rows; headings and names are fixed, so that they never change.
import type { Kind } from '../../../../contract/kit/kinds.ts'
import { type Money, moneyText, parseMoney } from '../../../../contract/kit/money.ts'
import type { Services } from '../../../http/services.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { type Column, cellsOf, csvHead, csvRows } from '../exports/exports.ts'
import { type ZReportRow, zReportsBelow } from '../shifts/shifts.ts'
import type { Of } from './month-packs.sql.ts'

/** What the calls of lists need of a request: the database, the lists, the user who reads, and the time. */
export type Reading = Pick<Services, 'db' | 'lists'> & { actor: SignedIn; now: () => Date }
/** What reading page by page needs. `beat` is called for each page; it reports the progress, and throws when the work has to stop. */
type Paging = Reading & { beat: () => Promise<void> }

const PAGE_ROWS = 2_000

const columnsOf = (kinds: ReadonlyMap<string, Kind>, names: readonly string[]): Column[] =>
  names.map((key) => ({ key, header: key, kind: kinds.get(key) ?? 'text' }))

/**
 * The columns of a ledger whose content never changes. Names that the ledger itself shows are left out, because they may change; `customer_name` is the name
 * stored for the month.
 */
const LEDGER = [
  ...['customer_id', 'customer_name', 'entry_id', 'created_at', 'kind', 'product_name', 'quantity', 'remarks', 'debit', 'credit'],
  ...['balance_after', 'cause', 'cause_id'],
]

export type Ledgers = { opening: Money; credit: Money; debit: Money; closing: Money; rows: number }

/** The ledgers of the given customers one after the other, each from its opening row to its closing row. Their sums are added to `sums`. */
export async function* ledgerCsv(reading: Paging, of: Of, customers: AsyncIterable<{ id: string; name: string }>, sums: Ledgers) {
  const { lists } = reading
  const columns = columnsOf(lists.columns('ledgerCustomer'), LEDGER)
  yield Buffer.from(csvHead(columns))
  for await (const { id, name } of customers)
    for await (const rows of ledgerPages(reading, of, id)) {
      for (const row of rows) addTo(sums, row)
      yield Buffer.from(csvRows(rows.map((row) => cellsOf({ ...row, customer_id: id, customer_name: name }, columns))))
    }
}

async function* ledgerPages(reading: Paging, { organisation_id, date_from, date_to }: Of, id: string) {
  const [list, whose] = id === organisation_id ? ['ledgerOwn', {}] : ['ledgerCustomer', { customer_id: id }]
  const read = reading.lists.reader(list, { ...whose, sort: 'created_at', filters: JSON.stringify({ date_from, date_to }) }, PAGE_ROWS)
  for (let page = 0; ; page++) {
    const { rows } = await read(page, reading)
    await reading.beat()
    yield rows
    if (rows.length < PAGE_ROWS) return
  }
}

const amountOf = (text: unknown): Money => (typeof text === 'string' ? (parseMoney(text) ?? 0) : 0)

function addTo(sums: Ledgers, row: Readonly<Record<string, unknown>>): void {
  if (row.kind === 'opening') sums.opening += amountOf(row.balance_after)
  else if (row.kind === 'closing') sums.closing += amountOf(row.balance_after)
  else {
    sums.credit += amountOf(row.credit)
    sums.debit += amountOf(row.debit)
    sums.rows++
  }
}

const STOCK = ['configuration_id', 'product_name', 'opening', 'received', 'sold', 'reclaimed', 'blocked', 'expired', 'closing', 'closing_cost', 'closing_value']
export type Stock = { closing: number; cost: Money; value: Money }

/** The stock of each denomination at the end of the period. Rows are ordered by id, because names change. */
export async function* stockCsv(reading: Reading, { date_from, date_to }: Of, names: Record<string, string>, sums: Stock) {
  const { lists } = reading
  const columns = columnsOf(lists.columns('stockReport'), STOCK)
  const read = lists.reader('stockReport', { by: 'denomination', date_from, date_to }, PAGE_ROWS)
  const all: Readonly<Record<string, unknown>>[] = []
  for (let page = 0; ; page++) {
    const { rows } = await read(page, reading)
    all.push(...rows)
    if (rows.length < PAGE_ROWS) break
  }
  all.sort((a, b) => (String(a.configuration_id) < String(b.configuration_id) ? -1 : 1))
  yield Buffer.from(csvHead(columns))
  for (const row of all) {
    sums.closing += Number(row.closing)
    sums.cost += amountOf(row.closing_cost)
    sums.value += amountOf(row.closing_value)
    yield Buffer.from(csvRows([cellsOf({ ...row, product_name: names[String(row.configuration_id)] ?? '' }, columns)]))
  }
}

const Z_REPORTS: readonly (readonly [name: string, kind: Kind])[] = [
  ...([
    ['shop_id', 'text'],
    ['shop_name', 'text'],
    ['circle', 'numeral'],
    ['number', 'numeral'],
    ['day', 'day'],
    ['closed_at', 'instant'],
  ] as const),
  ...([
    ['username', 'text'],
    ['sales', 'count'],
    ['quantity', 'count'],
    ['face_total', 'money'],
    ['bought_total', 'money'],
  ] as const),
  ...([
    ['refunds_total', 'money'],
    ['hash', 'text'],
  ] as const),
]
export type ZReports = { reports: number; face_total: Money; refunds_total: Money }

export async function* zReportCsv({ db, actor, beat }: Paging, of: Of, sums: ZReports) {
  const columns = columnsOf(
    new Map(Z_REPORTS),
    Z_REPORTS.map(([name]) => name),
  )
  yield Buffer.from(csvHead(columns))
  for (let after: string | null = null; ; ) {
    const last: string | null = after
    const rows: ZReportRow[] = await db.list(actor, (q) => zReportsBelow(q, of, last, PAGE_ROWS))
    for (const { face_total, refunds_total } of rows) {
      sums.reports++
      sums.face_total += face_total
      sums.refunds_total += refunds_total
    }
    const said = rows.map(({ face_total, bought_total, refunds_total, ...row }) => ({
      ...row,
      ...{ face_total: moneyText(face_total), bought_total: moneyText(bought_total), refunds_total: moneyText(refunds_total) },
    }))
    yield Buffer.from(csvRows(said.map((row) => cellsOf(row, columns))))
    await beat()
    after = rows.at(-1)?.document_id ?? null
    if (rows.length < PAGE_ROWS) return
  }
}
