// Writes a workbook of one sheet (ECMA-376) row by row. Amounts and counts become numbers, moments dates, yes and no logical values; all else text, no formula.
import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Cell, Column } from './cells.ts'
import type { Write } from './file.ts'

/** The most rows of content: a sheet has room for 1,048,576 rows, and the first of them holds the headings. */
export const SHEET_ROWS_MAX = 1_048_575

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes into the styles of the workbook. Index 0 is plain text. */
const style = { heading: 1, decimal: 2, instant: 3 }

const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00##"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf fontId="1" applyFont="1" xfId="0"/><xf numFmtId="164" applyNumberFormat="1" xfId="0"/><xf numFmtId="165" applyNumberFormat="1" xfId="0"/></cellXfs></styleSheet>`,
}

const DAY_MS = 86_400_000
/** The day that spreadsheets count as day 0. */
const EPOCH = Date.UTC(1899, 11, 30)
const serialOf = (at: string) => (Date.parse(`${at.replace(' ', 'T')}Z`) - EPOCH) / DAY_MS

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these may not stand in XML 1.0
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const escaped = (text: string) => text.replace(FORBIDDEN, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const textCell = (text: string, s = 0) => `<c t="inlineStr" s="${s}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

function cellXml(cell: Cell, { kind }: Column): string {
  if (cell === null) return '<c/>'
  if ('number' in cell) return `<c s="${kind === 'money' || kind === 'percent' ? style.decimal : 0}"><v>${cell.number}</v></c>`
  if ('yes' in cell) return `<c t="b"><v>${cell.yes ? 1 : 0}</v></c>`
  return 'at' in cell ? `<c s="${style.instant}"><v>${serialOf(cell.at)}</v></c>` : textCell(cell.text)
}

const workbook = (name: string) =>
  `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name).replaceAll('"', '&quot;')}" sheetId="1" r:id="rId1"/></sheets></workbook>`

/** Makes a title a valid name for a sheet: at most 31 characters, none of them [ ] : * ? / or \, and no apostrophe at either end. */
export const sheetName = (title: string): string =>
  [...title.replaceAll(/[[\]:*?/\\]/g, ' ').replaceAll(/\s+/g, ' ')]
    .slice(0, 31)
    .join('')
    .replaceAll(/^['\s]+|['\s]+$/g, '') || '1'

/**
 * The limits of a column's width, in characters: wide enough to be read at a glance, and no wider than a screen allows. BESIDE is the room for a heading's
 * filter button.
 */
const [WIDTH_MIN, WIDTH_MAX, BESIDE] = [8, 60, 3]
const widthIn = (cell: Cell): number => {
  if (cell === null) return 0
  if ('number' in cell) return cell.number.length + 2
  if ('yes' in cell) return 5
  return ('at' in cell ? cell.at : cell.text).length
}

/** The widths of the columns. They are computed from the headings and the first rows only, because the sheet is streamed. */
function widths(columns: readonly Column[], rows: readonly Cell[][]): string {
  const widest = columns.map(({ header }, i) => rows.reduce((most, cells) => Math.max(most, widthIn(cells[i] ?? null)), header.length + BESIDE))
  const col = (width: number, i: number) => `<col min="${i + 1}" max="${i + 1}" width="${Math.min(Math.max(width, WIDTH_MIN), WIDTH_MAX)}" customWidth="1"/>`
  return `<cols>${widest.map(col).join('')}</cols>`
}

/** The name of column n, where n begins at 0: A, B, … Z, AA. */
const columnName = (n: number): string => (n < 26 ? '' : columnName(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))

async function* sheet(columns: readonly Column[], pages: AsyncIterable<Cell[][]>) {
  const reader = pages[Symbol.asyncIterator]()
  let page = await reader.next()
  let count = 1
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${widths(columns, page.done ? [] : page.value)}<sheetData><row>${columns.map(({ header }) => textCell(header, style.heading)).join('')}</row>`
  const rowXml = (cells: Cell[]) => `<row>${cells.map((cell, i) => cellXml(cell, columns[i] as Column)).join('')}</row>`
  for (; !page.done; page = await reader.next()) {
    count += page.value.length
    yield page.value.map(rowXml).join('')
  }
  yield `</sheetData><autoFilter ref="A1:${columnName(columns.length - 1)}${count}"/></worksheet>`
}

/** Dates each file in the archive with the earliest date that ZIP can hold, so that the same rows always make the same bytes. */
const DATED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/** Writes a workbook whose sheet is called `title`. Rows are read only as fast as `out` takes the bytes, and no longer than this call runs. */
export async function writeXlsx(title: string, columns: readonly Column[], pages: AsyncIterable<Cell[][]>, out: Write): Promise<void> {
  const zip = new ZipFile()
  const rows = Readable.from(sheet(columns, pages))
  const packed = zip.outputStream.pipe(new PassThrough())
  // Errors are passed on explicitly, because a pipe passes on only data.
  rows.once('error', (error) => packed.destroy(error))
  for (const [path, xml] of Object.entries({ ...parts, 'xl/workbook.xml': workbook(sheetName(title)) })) zip.addBuffer(Buffer.from(XML + xml), path, DATED)
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml', DATED)
  zip.end()
  try {
    for await (const bytes of packed) await out(bytes)
  } finally {
    rows.destroy()
    await finished(rows).catch(() => undefined)
  }
}
