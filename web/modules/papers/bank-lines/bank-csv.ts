// Reads tables of transfers that banks offer as CSV. The columns are found by their titles, which may come after some lines about the account.
import { createRowReader, type Delimiter, type Row } from '../../../../contract/goods/file-rows.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import { accountOf, isIban } from './accounts.ts'
import { type AmountReader, amountReader } from './bank-amounts.ts'
import { type Column, type Places, placesIn } from './bank-columns.ts'
import { writtenDay } from './days.ts'
import { purposeOf } from './purpose.ts'
import { type Collector, type LeftOut, type Needed, NotRead, ownReference, referenceOf } from './statement.ts'

const SEPARATORS: readonly Delimiter[] = [';', ',', 'tab', '|']
/** The titles are looked for in this number of lines at the beginning. */
const HEAD_LINES = 60
/** A longer line means that the file is no table. */
const LINE_MAX = 20_000

type Table = { rows: readonly Row[]; header: number; places: Places }

function tableOf(text: string): Table {
  const lines = text.split('\n')
  if (lines.some(({ length }) => length > LINE_MAX)) throw new NotRead('not_a_statement')
  const found = SEPARATORS.map((delimiter) => {
    const reader = createRowReader({ delimiter, has_header: false })
    const rows = [...reader.push(lines.slice(0, HEAD_LINES).join('\n')), ...reader.end()]
    const places = rows.map(({ cells }) => placesIn(cells))
    const header = places.reduce((best, { size }, i) => (size > (places[best]?.size ?? 0) ? i : best), 0)
    return { delimiter, header, places: places[header] ?? new Map() }
  })
  const [best] = found.toSorted((a, b) => b.places.size - a.places.size)
  if (!best || best.places.size < 2) throw new NotRead('not_a_statement')
  const reader = createRowReader({ delimiter: best.delimiter, has_header: false })
  const rows = [...reader.push(text), ...reader.end()]
  return { rows, header: best.header, places: best.places }
}

function neededOf(places: Places): Needed[] {
  const has = (...columns: Column[]) => columns.some((column) => places.has(column))
  return [
    ...(has('booked', 'value_day') ? [] : (['day'] as const)),
    ...(has('amount', 'credit') ? [] : (['amount'] as const)),
    ...(has('purpose', 'booking_text', 'name') ? [] : (['reference'] as const)),
  ]
}

export function readBankCsv(text: string, into: Collector): void {
  const { rows, header, places } = tableOf(text.replace(/\r\n?/g, '\n'))
  const columns = neededOf(places)
  if (columns.length > 0) throw new NotRead('columns_missing', { columns })
  const cell = (row: Row, column: Column) => row.cells[places.get(column)?.[0] ?? -1] ?? ''
  const written = rows.slice(header + 1)
  const read = amountReader(written.flatMap((row) => (['amount', 'credit', 'debit'] as const).map((column) => cell(row, column))))
  const named = ownAccount(rows.slice(0, header))
  into.of(named)
  for (const row of written) readRow({ row, places, read, account: ibanIn(cell(row, 'account')) || named, cell: (column) => cell(row, column) }, into)
}

const ibanIn = (cell: string) => cell.split(':').map(accountOf).find(isIban) ?? ''
/** Finds the user's own account in the lines above the table. */
const ownAccount = (above: readonly Row[]) => above.flatMap(({ cells }) => cells.map(ibanIn)).find(Boolean) ?? ''

type Read = { row: Row; places: Places; read: AmountReader; account: string; cell: (column: Column) => string }

const PENDING = /vorgemerkt|pending|en attente|in behandeling|gereserveerd|bekliyor|beklemede/

function readRow({ row, places, read, account, cell }: Read, into: Collector): void {
  const day = cell('booked') || cell('value_day')
  // Rows with sums below the table have no day, or a word in its place, and are skipped.
  if (!/\d/.test(day)) return
  if (row.cells.length <= Math.max(...[...places.values()].flat())) throw new NotRead('damaged', { row: row.row })
  const booked_on = writtenDay(day)
  if (!booked_on) throw new NotRead('day_unclear', { row: row.row })
  const { amount, reason } = incoming(read, cell, row.row)
  const currency = cell('currency')
  const left: LeftOut | undefined = PENDING.test(fold(cell('state'))) ? 'pending' : (reason ?? (/^(EUR|€|)$/i.test(currency) ? undefined : 'other_currency'))
  if (left) into.leave(account, left)
  if (left || amount === 0) return
  const written = (places.get('purpose') ?? places.get('booking_text') ?? []).map((i) => row.cells[i] ?? '').join(' ')
  const { purpose, end_to_end, batch, iban } = purposeOf(written)
  const reference = referenceOf([purpose, cell('end_to_end') || end_to_end, ownReference(cell('batch')) || batch])
  into.take(account, { booked_on, amount, name: cell('name'), iban: accountOf(cell('iban') || iban), reference }, row.row)
}

const CREDIT = /^(h|haben|c|cr|crdt|credit|kredit|bij|gutschrift|a|alacak|\+)$/

/** Returns the amount of a row, with a reason if the row is not an incoming transfer. */
function incoming(read: AmountReader, cell: Read['cell'], row: number): { amount: number; reason?: LeftOut } {
  const known = (column: Column) => {
    const amount = read(cell(column))
    if (amount === 'unclear') throw new NotRead('amount_unclear', { row })
    return amount
  }
  const amount = known('amount') ?? known('credit')
  if (amount === undefined) {
    if (known('debit') === undefined) throw new NotRead('amount_unclear', { row })
    return { amount: 0, reason: 'outgoing' }
  }
  const direction = fold(cell('direction')).trim()
  const isOut = amount < 0 || (direction !== '' && !CREDIT.test(direction))
  return isOut ? { amount, reason: 'outgoing' } : { amount }
}
