// Guesses how a file is written from its first lines (separator, header row, columns), and makes the preview.
import { delimiters } from '../../../contract/stock.ts'
import { guessColumns, type Product } from './columns.ts'
import { maskCells, maskFrom } from './mask.ts'
import type { Columns } from './row-check.ts'
import { createRowReader, type Delimiter, type Row, type Shape, separatorOf } from './rows.ts'

export const PREVIEW_ROWS = 20
/** A supplier's file has no more columns; further ones are not shown. */
export const COLUMNS_MAX = 50
const SAMPLE_ROWS = 200

export type Layout = {
  delimiter: Delimiter
  has_header: boolean
  header_row: number | undefined
  header: string[]
  columns: Columns
  width: number
  rows: Row[]
  lines_skipped: number
}

const isNote = (line: string) => line.trim() === '' || /^(#|H\d*([;,|\t]|$)|(EOF|T)[;,|\t])/.test(line)

/** The separator that gives most lines the same number of cells; among equals the one with most cells. */
export function guessDelimiter(lines: readonly string[]): Delimiter {
  const score = (delimiter: Delimiter) => {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const cuts = line.split(separatorOf(delimiter)).length - 1
      counts.set(cuts, (counts.get(cuts) ?? 0) + 1)
    }
    const [cuts = 0, alike = 0] = [...counts].filter(([n]) => n > 0).sort((a, b) => b[1] - a[1])[0] ?? []
    return { delimiter, alike, cuts }
  }
  const best = delimiters.map(score).sort((a, b) => b.alike - a.alike || b.cuts - a.cuts)[0]
  return best && best.alike > 0 ? best.delimiter : ';'
}

const hasNumber = (cell: string) => /\d{4}/.test(cell.replace(/[\s-]/g, ''))

/** Whether the first row is a header: it has words where the row below has numbers. */
export function guessHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, second] = rows
  if (!first || first[0] === 'D' || first.some(hasNumber)) return false
  return first.some((cell) => /\p{L}/u.test(cell)) && (!second || second.some(hasNumber))
}

/** The header is looked for in this many rows. */
const TITLES_MAX = 20
const filled = (cells: readonly string[]) => cells.filter((cell) => cell !== '').length

/** The line of the header, if any: the first row about as wide as the rows below, if it is a header to them. Narrower rows above it are titles. */
export function findHeader(rows: readonly Row[]): number | undefined {
  const widths = new Map<number, number>()
  for (const { cells } of rows) widths.set(filled(cells), (widths.get(filled(cells)) ?? 0) + 1)
  const [width = 0] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
  const at = rows.slice(0, TITLES_MAX).findIndex(({ cells }) => filled(cells) >= Math.max(2, Math.ceil(width / 2)))
  const first = width < 2 ? 0 : Math.max(0, at)
  return guessHeader(rows.slice(first, first + 2).map(({ cells }) => cells)) ? rows[first]?.row : undefined
}

/** Guesses the layout from the first lines; `head` ends with a whole line. `chosen`: a separator chosen by the person. */
export function guessLayout(head: string, product: Product, chosen?: Delimiter): Layout {
  const lines = head
    .split(/\r?\n/)
    .filter((line) => !isNote(line))
    .slice(0, SAMPLE_ROWS)
  const delimiter = chosen ?? guessDelimiter(lines)
  const header_row = findHeader(rowsOf(head, { delimiter, has_header: false }).rows)
  const has_header = header_row !== undefined
  const { rows, header, skipped } = rowsOf(head, { delimiter, has_header, header_row })
  const columns = guessColumns(
    header,
    rows.map((row) => row.cells),
    product,
  )
  return { delimiter, has_header, header_row, header, columns, width: Math.max(0, ...rows.map((row) => row.cells.length)), rows, lines_skipped: skipped }
}

function rowsOf(head: string, shape: Shape) {
  const reader = createRowReader(shape)
  const rows = [...reader.push(head), ...reader.end()].slice(0, SAMPLE_ROWS)
  return { rows, header: reader.header(), skipped: reader.lines() - reader.rows() }
}

/** Rows with every possible PIN masked, because the PIN column is only a guess. */
export function preview(rows: readonly Row[], columns: Columns, product: Product): Row[] {
  const masking = { pin: columns.pin, expiry: columns.expiry, from: maskFrom(product.pin_length), letters: product.pin_letters }
  return rows.map(({ row, cells }) => ({ row, cells: maskCells(cells.slice(0, COLUMNS_MAX), masking) }))
}
