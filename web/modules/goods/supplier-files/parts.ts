// Splits a file of mixed goods into several batches, one per denomination; each is sent as a separate .csv.

import type { Row } from '../../../../contract/goods/file-rows.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import { cardsOf } from './pin-cells.ts'
import type { Table } from './read.ts'
import { amountOf, barePin, type Sequences } from './recognise.ts'

/** A row that is left out of its batch: its PIN is also in another batch of the same files, or a cell is longer than on any card. */
export type Left = { row: Row; reason: 'twice' | 'too_long' }
/** Rows of one table with the same name and value; `name` and `value` are cut for showing. */
export type Part = { key: string; table: number; name: string; value: string; rows: Row[]; left: Left[] }

/**
 * The most batches from files dropped together. Their number is limited because one person may have only twenty unfinished uploads
 * (server/modules/goods/stock/open.ts).
 */
export const PARTS_MAX = 12
const CELL_MAX = 300
/** How much of a name or a value a part shows. Rows are told apart by their whole texts. */
const SHOWN = 100

const cellOf = ({ cells }: Row, sequence: number) => (sequence > 0 ? (cells[sequence - 1] ?? '') : '')

/** Converts an amount to wire form, so that "10", "10,00 €" and "10.00" become the same; other texts stay as they are. */
function valueText(cell: string): string {
  const amount = amountOf(cell)
  return amount === undefined ? cell : moneyText(amount)
}

/** Splits the rows that are cards into parts. Returns undefined for more than PARTS_MAX parts, because a column was then probably misinterpreted. */
export function partsOf(tables: readonly Table[], sequences: readonly Sequences[]): Part[] | undefined {
  const parts = new Map<string, Part>()
  const seen = new Map<string, string>()
  for (const [table, read] of tables.entries()) {
    const of = sequences[table]
    if (!of || of.pin === 0) continue
    for (const row of cardsOf(read, of).cards) {
      const [name, value] = [cellOf(row, of.name), valueText(cellOf(row, of.value))]
      const key = JSON.stringify([table, fold(name), value])
      const part = parts.get(key) ?? { key, table, name: name.slice(0, SHOWN), value: value.slice(0, SHOWN), rows: [], left: [] }
      if (!parts.has(key) && parts.size === PARTS_MAX) return undefined
      parts.set(key, part)
      const pin = barePin(cellOf(row, of.pin))
      const first = seen.get(pin)
      if (pin !== '' && first === undefined) seen.set(pin, key)
      if (first !== undefined && first !== key) part.left.push({ row, reason: 'twice' })
      else if (Object.values(of).some((sequence) => cellOf(row, sequence).length > CELL_MAX)) part.left.push({ row, reason: 'too_long' })
      else part.rows.push(row)
    }
  }
  return [...parts.values()].filter(({ rows, left }) => rows.length + left.length > 0)
}

const COLUMNS = ['pin', 'serial', 'batch', 'expiry', 'value'] as const
const TITLES = ['Line', 'PIN', 'Serial', 'Lot', 'Expiry', 'Value']

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Returns the part as the .csv that is sent. Each row begins with its original line number, so that no row looks like a comment or a trailer. */
export function csvOf({ rows, value }: Part, of: Sequences): string {
  const line = (row: Row) => [String(row.row), ...COLUMNS.map((kind) => (kind === 'value' ? value : cellOf(row, of[kind])))]
  return [TITLES, ...rows.map(line)].map((cells) => `${cells.map(quoted).join(';')}\r\n`).join('')
}

/** Returns the positions of the columns in the .csv that csvOf makes; 0 for columns that the file lacks. */
export const sentSequences = (of: Sequences) =>
  Object.fromEntries(COLUMNS.map((kind, i) => [`${kind}_sequence`, kind === 'pin' || of[kind] > 0 ? i + 2 : 0])) as Record<
    `${(typeof COLUMNS)[number]}_sequence`,
    number
  >

/** Returns the part's row that is at a line of the sent .csv, whose first line has the headings. */
export const rowAt = ({ rows }: Part, line: number): Row | undefined => rows[line - 2]

/** Returns a name for the file that is sent, by which lists of uploads show where it came from. */
export const fileNameOf = (table: Table, { name, value }: Part, isOnly: boolean): string =>
  `${[table.file, table.sheet, ...(isOnly ? [] : [name, value])].filter(Boolean).join(' ').replace(/[/\\]/g, ' ').slice(0, 110)}.csv`
