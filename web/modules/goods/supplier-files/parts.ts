// Splits a file of mixed goods into several batches, one per denomination; each is sent as a .csv of its own.

import type { Row } from '../../../../contract/goods/file-rows.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import { cardsOf } from './pin-cells.ts'
import type { Table } from './read.ts'
import { amountOf, barePin, type Sequences } from './recognise.ts'

/** A row that is left out of its batch: its PIN is in another batch of the same files, or a cell is longer than on any card. */
export type Left = { row: Row; reason: 'twice' | 'too_long' }
/** Rows of one table with the same name and value. */
export type Part = { key: string; table: number; name: string; value: string; rows: Row[]; left: Left[] }

/** The most batches from files dropped together, because one person may have only twenty unfinished uploads (server/modules/goods/stock/open.ts). */
export const PARTS_MAX = 12
const CELL_MAX = 300

const cellOf = ({ cells }: Row, sequence: number) => (sequence > 0 ? (cells[sequence - 1] ?? '') : '')

/** An amount in wire form, so that "10", "10,00 €" and "10.00" are the same; other texts stay. */
function valueText(cell: string): string {
  const amount = amountOf(cell)
  return amount === undefined ? cell.slice(0, 30) : moneyText(amount)
}

/** Splits the rows that are cards into parts; undefined if there would be more than PARTS_MAX, because then a column was probably misinterpreted. */
export function partsOf(tables: readonly Table[], sequences: readonly Sequences[]): Part[] | undefined {
  const parts = new Map<string, Part>()
  const seen = new Map<string, string>()
  for (const [table, read] of tables.entries()) {
    const of = sequences[table]
    if (!of || of.pin === 0) continue
    for (const row of cardsOf(read, of).cards) {
      const [name, value] = [cellOf(row, of.name).slice(0, 100), valueText(cellOf(row, of.value))]
      const key = JSON.stringify([table, fold(name), value])
      const part = parts.get(key) ?? { key, table, name, value, rows: [], left: [] }
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

/** The part as the .csv that is sent: the original line number comes first, so that no row begins like a comment or a trailer. */
export function csvOf({ rows, value }: Part, of: Sequences): string {
  const line = (row: Row) => [String(row.row), ...COLUMNS.map((kind) => (kind === 'value' ? value : cellOf(row, of[kind])))]
  return [TITLES, ...rows.map(line)].map((cells) => `${cells.map(quoted).join(';')}\r\n`).join('')
}

/** The positions of the columns in the .csv that csvOf makes; 0 for columns the file does not have. */
export const sentSequences = (of: Sequences) =>
  Object.fromEntries(COLUMNS.map((kind, i) => [`${kind}_sequence`, kind === 'pin' || of[kind] > 0 ? i + 2 : 0])) as Record<
    `${(typeof COLUMNS)[number]}_sequence`,
    number
  >

/** The part's row at a line of the .csv sent; its first line is the headings. */
export const rowAt = ({ rows }: Part, line: number): Row | undefined => rows[line - 2]

/** A name for the file sent, by which its upload is recognised in lists. */
export const fileNameOf = (table: Table, { name, value }: Part, isOnly: boolean): string =>
  `${[table.file, table.sheet, ...(isOnly ? [] : [name, value])].filter(Boolean).join(' ').replace(/[/\\]/g, ' ').slice(0, 110)}.csv`
