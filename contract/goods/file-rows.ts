// Splits the text of a supplier's file into rows of cells, without comments, headers, trailers and blank lines (docs/domain.md, Supplier files). Server and
// browser share it.

export const delimiters = [';', ',', '|', 'tab'] as const
export type Delimiter = (typeof delimiters)[number]
/** `header_row`: the line of the header in the file; if left out, the first row. */
export type Shape = { delimiter: Delimiter; has_header: boolean; header_row?: number | undefined }
/** `row`: the line in the file, counted from 1. */
export type Row = { row: number; cells: string[] }

export const separatorOf = (delimiter: Delimiter): string => (delimiter === 'tab' ? '\t' : delimiter)

const APOSTROPHE = "'".charCodeAt(0)
/** Excel's ways to keep a leading zero: ="0123", and an apostrophe before the digits. */
const excelText = (cell: string) => /^="(.*)"$/.exec(cell)?.[1] ?? cell
const bare = (cell: string) => (cell.charCodeAt(0) === APOSTROPHE && /^'\d/.test(cell) ? cell.slice(1) : cell)
/** The content of a cell, without a spreadsheet's notation. */
export const cleanCell = (cell: string): string => bare(excelText(cell.trim()).trim())

/** Splits a line into cells. Quotes are read as in RFC 4180, and a stray quote is an ordinary character. A line end always ends the row. */
export function splitCells(line: string, separator: string): string[] {
  const plain = line.split(separator)
  if (!line.includes('"')) {
    for (let i = 0; i < plain.length; i++) plain[i] = bare((plain[i] as string).trim())
    return plain
  }
  const cells: string[] = []
  for (let at = 0; at <= line.length; ) {
    const quoted = quotedCell(line, at, separator)
    const end = quoted ? quoted.end : endOf(line, at, separator)
    cells.push(cleanCell(quoted ? quoted.text : line.slice(at, end)))
    at = end + 1
  }
  return cells
}

function endOf(line: string, from: number, separator: string) {
  const end = line.indexOf(separator, from)
  return end < 0 ? line.length : end
}

/** The cell that begins with a quote at `from`, up to its closing quote before a separator or the end of the line. */
function quotedCell(line: string, from: number, separator: string) {
  if (line[from] !== '"') return undefined
  for (let close = line.indexOf('"', from + 1); close >= 0; close = line.indexOf('"', close + 1)) {
    if (line[close + 1] === '"') close++
    else if (close + 1 === line.length || line[close + 1] === separator) return { text: line.slice(from + 1, close).replaceAll('""', '"'), end: close + 1 }
    else return undefined
  }
  return undefined
}

/** The last line of some files: the number of rows. */
export const TRAILER = /^"?(?:EOF|T)"?[;,|\t]"?(\d{1,9})"?[;,|\t]*$/
const HEAD = /^H\d*$/

/** Reads a file chunk by chunk; `push` and `end` return the rows that are complete. */
export function createRowReader({ delimiter, has_header, header_row = 0 }: Shape) {
  const separator = separatorOf(delimiter)
  let tail = ''
  let line_no = 0
  let said: number | undefined
  let lines = 0
  const seen = { rows: 0, columns: 0, header: undefined as string[] | undefined, afterTrailer: false }

  function take(raw: string, rows: Row[]): void {
    line_no++
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (line.length === 0 || line[0] === '#' || line.trim() === '') return
    const trailer = line[0] === 'E' || line[0] === 'T' || line[0] === '"' ? TRAILER.exec(line) : null
    if (trailer) {
      said = Number(trailer[1])
      return
    }
    lines++
    seen.afterTrailer ||= said !== undefined
    const cells = splitCells(line, separator)
    if (seen.rows === 0 && HEAD.test(cells[0] as string)) return
    if (has_header && !seen.header) {
      // Lines above the header, such as a title or a customer's name, do not count as rows.
      if (line_no < header_row) return
      seen.header = cells
      return
    }
    seen.rows++
    if (cells.length > seen.columns) seen.columns = cells.length
    rows.push({ row: line_no, cells })
  }

  function push(text: string): Row[] {
    const parts = (tail + text).split('\n')
    tail = parts.pop() as string
    const rows: Row[] = []
    for (const part of parts) take(part, rows)
    return rows
  }

  return {
    push,
    end(): Row[] {
      const rows: Row[] = []
      if (tail !== '') take(tail, rows)
      tail = ''
      return rows
    },
    rows: () => seen.rows,
    /** The number of all lines, including those above the header, except blank lines, comments and the trailer. */
    lines: () => lines,
    columns: () => seen.columns,
    header: () => seen.header ?? [],
    /**
     * Whether the number in the trailer is right; true if there is no trailer, false if anything follows the trailer. Some suppliers count rows, others all
     * lines with or without the trailer; each of these numbers is right.
     */
    trailerHolds: () => said === undefined || (!seen.afterTrailer && [seen.rows, lines, lines + 1].includes(said)),
  }
}
