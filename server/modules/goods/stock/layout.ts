// Guesses from the first lines of a file how it is written (separator, header row, columns), and makes the preview.
import { findHeader, guessDelimiter, SAMPLE_ROWS, sampleOf } from '../../../../contract/goods/file-layout.ts'
import { createRowReader, type Delimiter, type Row, type Shape } from '../../../../contract/goods/file-rows.ts'
import { guessColumns, type Product } from './columns.ts'
import { maskCells, maskFrom } from './mask.ts'
import type { Columns } from './row-check.ts'

export const PREVIEW_ROWS = 20
/** The most columns that are shown; files of suppliers do not have more. */
export const COLUMNS_MAX = 50
/** The most cells of a line that are examined; a line could consist of nothing but separators. */
const CELLS_MAX = 200

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

/** Guesses the layout from the first lines; `head` ends at the end of a line. `chosen`: the separator, if the user chose one. */
export function guessLayout(head: string, product: Product, chosen?: Delimiter): Layout {
  const delimiter = chosen ?? guessDelimiter(sampleOf(head))
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
  const rows = [...reader.push(head), ...reader.end()].slice(0, SAMPLE_ROWS).map(({ row, cells }) => ({ row, cells: cells.slice(0, CELLS_MAX) }))
  return { rows, header: reader.header().slice(0, CELLS_MAX), skipped: reader.lines() - reader.rows() }
}

/** Rows with every possible PIN masked, because the PIN column is only a guess. */
export function preview(rows: readonly Row[], columns: Columns, product: Product): Row[] {
  const masking = { pin: columns.pin, expiry: columns.expiry, from: maskFrom(product.pin_length), letters: product.pin_letters }
  return rows.map(({ row, cells }) => ({ row, cells: maskCells(cells.slice(0, COLUMNS_MAX), masking) }))
}
