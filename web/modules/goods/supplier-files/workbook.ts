// Reads the sheets of a workbook (.xlsx) as rows of texts. Dates become YYYY-MM-DD, and numbers keep the leading zeros of their format. Formulas are not
// calculated, because their cells have the saved results.
import { cleanCell, type Row } from '../../../../contract/goods/file-rows.ts'
import { ROWS_MAX } from './limits.ts'
import { Unreadable } from './unreadable.ts'
import { readXml } from './xml.ts'
import type { Entry } from './zip.ts'

export type Sheet = {
  name: string
  rows: Row[]
  /** The number of cells with numbers of more than fifteen digits, which the spreadsheet has rounded. */
  rounded: number
}

const COLUMNS_MAX = 50
/** Spreadsheets round whole numbers from this size on. */
const ROUNDED_FROM = 1e15
const DAY_MS = 86_400_000
const DAYS_FROM = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

export const isWorkbook = (entries: readonly Entry[]): boolean => entries.some(({ name }) => name === 'xl/workbook.xml')

/** Returns the visible sheets that have rows. */
export function readWorkbook(entries: readonly Entry[]): Sheet[] {
  const texts = new Map(entries.map(({ name, bytes }) => [name, bytes]))
  const text = (path: string) => {
    const bytes = texts.get(path)
    return bytes && new TextDecoder().decode(bytes())
  }
  const book = text('xl/workbook.xml')
  const targets = targetsOf(text('xl/_rels/workbook.xml.rels') ?? '')
  if (!book) throw new Unreadable('not_workbook')
  const { sheets, origin } = sheetsOf(book)
  const shared = sharedTexts(text('xl/sharedStrings.xml') ?? '')
  const formats = formatsOf(text('xl/styles.xml') ?? '')
  return sheets.flatMap(({ name, id }) => {
    const xml = text(targets.get(id) ?? '')
    if (xml === undefined) throw new Unreadable('damaged')
    const sheet = readSheet(xml, { shared, formats, origin })
    return sheet.rows.length > 0 ? [{ name, ...sheet }] : []
  })
}

function sheetsOf(xml: string) {
  const sheets: { name: string; id: string }[] = []
  let origin = DAYS_FROM[1900]
  readXml(xml, {
    open: (element, attributes) => {
      const { date1904, name = '', id = '', state = 'visible' } = element === 'sheet' || element === 'workbookPr' ? attributes() : {}
      if (date1904 === '1' || date1904 === 'true') origin = DAYS_FROM[1904]
      if (element === 'sheet' && state === 'visible') sheets.push({ name, id })
    },
  })
  return { sheets, origin }
}

/** Returns the path of each sheet's file by the id under which the workbook refers to the sheet. */
function targetsOf(xml: string): Map<string, string> {
  const targets = new Map<string, string>()
  readXml(xml, {
    open: (element, attributes) => {
      if (element !== 'Relationship') return
      const { Id = '', Target = '' } = attributes()
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`)
    },
  })
  return targets
}

/** Returns the shared texts to which cells refer, without the phonetic hints of Asian sheets. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let [isText, isSpoken, found] = [false, false, '']
  readXml(xml, {
    open: (element) => {
      if (element === 'si') found = ''
      if (element === 'rPh') isSpoken = true
      isText = element === 't' && !isSpoken
    },
    text: (text) => {
      if (isText) found += text
    },
    close: (element) => {
      if (element === 't') isText = false
      if (element === 'rPh') isSpoken = false
      if (element === 'si') texts.push(found)
    },
  })
  return texts
}

type Format = 'plain' | 'date' | { zeros: number }

/** Whether the number of a format is one of the date formats that every workbook has (ECMA-376, 18.8.30). */
const isDateFormat = (id: number) => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

function formatOf(id: number, code: string | undefined): Format {
  if (code === undefined) return isDateFormat(id) ? 'date' : 'plain'
  if (/^0{2,40}$/.test(code)) return { zeros: code.length }
  return /[ymd]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')) ? 'date' : 'plain'
}

/** Returns the number format of each cell style, by the style's number. */
function formatsOf(xml: string): Format[] {
  const codes = new Map<number, string>()
  const formats: Format[] = []
  let isCells = false
  readXml(xml, {
    open: (element, attributes) => {
      if (element === 'cellXfs') isCells = true
      if (element !== 'numFmt' && (element !== 'xf' || !isCells)) return
      const { numFmtId = '0', formatCode = '' } = attributes()
      const id = Number(numFmtId)
      if (element === 'numFmt') codes.set(id, formatCode)
      else formats.push(formatOf(id, codes.get(id)))
    },
    close: (element) => {
      if (element === 'cellXfs') isCells = false
    },
  })
  return formats
}

/** Returns the number of a cell's column, counted from 0: 27 for AB12; -1 if the reference has no letters. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

type BookParts = { shared: readonly string[]; formats: readonly Format[]; origin: number }
type Cell = { type: string; style: number; value: string }

function readSheet(xml: string, known: BookParts): Omit<Sheet, 'name'> {
  const rows: Row[] = []
  let rounded = 0
  let [line, column, isValue, isSpoken] = [0, -1, false, false]
  let cells: string[] = []
  let cell: Cell | undefined
  const open = (element: string, attributes: () => Readonly<Record<string, string>>) => {
    if (element === 'row') {
      const { r = line + 1 } = attributes()
      line = Number(r)
      cells = []
      column = -1
    } else if (element === 'c') {
      const { r = '', t = 'n', s = '0' } = attributes()
      column = r ? columnOf(r) : column + 1
      cell = { type: t, style: Number(s), value: '' }
    } else if (element === 'rPh') isSpoken = true
    else if (element === 'v' || element === 't') isValue = !isSpoken
  }
  const close = (element: string) => {
    if (element === 'v' || element === 't') isValue = false
    else if (element === 'rPh') isSpoken = false
    else if (element === 'c' && cell) {
      const text = textOf(cell, known)
      if (cell.type === 'n' && /E\+/.test(text)) rounded++
      if (column >= 0 && column < COLUMNS_MAX) cells[column] = text
      cell = undefined
    } else if (element === 'row') {
      const whole = Array.from(cells, (one) => one ?? '')
      if (whole.some((one) => one !== '')) rows.push({ row: line, cells: whole })
      if (rows.length > ROWS_MAX) throw new Unreadable('too_many_rows')
    }
  }
  const text = (piece: string) => {
    if (isValue && cell) cell.value += piece
  }
  readXml(xml, { open, text, close })
  return { rows, rounded }
}

function textOf({ type, style, value }: Cell, { shared, formats, origin }: BookParts): string {
  if (value === '') return ''
  if (type === 's') {
    const text = shared[Number(value)]
    if (text === undefined) throw new Unreadable('damaged')
    return cleanCell(text.replace(/\s+/g, ' '))
  }
  if (type === 'n') return numberText(value, formats[style] ?? 'plain', origin)
  return type === 'd' ? value.slice(0, 10) : cleanCell(value.replace(/\s+/g, ' '))
}

/**
 * Returns the text of a number. A rounded number does not have the digits of the PIN, so it is written in scientific notation, which the check reports as lost
 * digits.
 */
function numberText(value: string, format: Format, origin: number): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (format === 'date' && number > 0 && number < 2_958_466) return new Date(origin + Math.floor(number) * DAY_MS).toISOString().slice(0, 10)
  if (Math.abs(number) >= ROUNDED_FROM) return number.toExponential().replace('e', 'E')
  const digits = String(Number(number.toPrecision(15)))
  return typeof format === 'object' && /^\d+$/.test(digits) ? digits.padStart(format.zeros, '0') : digits
}
