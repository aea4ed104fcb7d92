// Turns a row into cells. The contract says which kind each cell has, so that a spreadsheet can add up amounts, and never takes a name that a customer typed
// for a formula.
import { CSV_MARK, csvRow } from '../../../../contract/kit/csv.ts'
import { fieldStem } from '../../../../contract/kit/field-stem.ts'
import type { Kind } from '../../../../contract/kit/kinds.ts'
import type { WireRow } from '../../../http/lists.ts'

/** The content of one cell of the file; null if the cell is empty. `at`: a moment as a Berlin time, such as `2026-01-31 10:00:00`. */
export type Cell = { text: string } | { number: string } | { yes: boolean } | { at: string } | null
type Field = { key: string; kind: Kind }
/**
 * A column of the file. `and`: further fields that are joined into the same cell. `words`: the words of one language for the codes in the field.
 * `part`: which field of each object to show, if the field holds a list of objects. If `part` is `field`, the codes are names of fields: a name that has no
 * word of its own gets the word of its stem, as on the screen.
 */
export type Column = Field & { header: string; and?: readonly Field[]; words?: Readonly<Record<string, string>>; part?: string | undefined }

const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' })

export const cellsOf = (row: WireRow, columns: readonly Column[]): Cell[] => columns.map((column) => columnCell(row, column))

/** The cell of a column. Joined fields, parts of objects and translated codes become text; all other values keep their kind. */
function columnCell(row: WireRow, { key, kind, and = [], words, part }: Column): Cell {
  const value = row[key]
  const isPlain = and.length === 0 && !part && wordOf(value, words) === undefined && !(words && Array.isArray(value))
  if (isPlain) return cellOf(value, kind)
  const said = (each: unknown, of: Kind): string => {
    if (Array.isArray(each))
      return each
        .map((one) => said(partOf(one, part), 'text'))
        .filter(Boolean)
        .join(', ')
    return wordOf(each, words) ?? (part === 'field' ? wordOf(fieldStem(String(each)), words) : undefined) ?? plainText(cellOf(each, of))
  }
  const text = [{ key, kind }, ...and].map((field) => said(row[field.key], field.kind)).filter(Boolean)
  return text.length === 0 ? null : { text: text.join(' · ') }
}

const wordOf = (value: unknown, words: Column['words'] = {}) => (Object.hasOwn(words, String(value)) ? words[String(value)] : undefined)

/** Takes one field out of an object. An amount within an object is a decimal text, whose point becomes a comma. */
function partOf(thing: unknown, part: string | undefined): unknown {
  if (!part || typeof thing !== 'object' || thing === null) return thing
  const value = Object.entries(thing).find(([key]) => key === part)?.[1]
  return typeof value === 'string' && /^-?\d+\.\d+$/.test(value) ? value.replace('.', ',') : value
}

/** The kinds of values that a spreadsheet can add up, or sort as numbers. */
const numbers: ReadonlySet<Kind> = new Set(['money', 'percent', 'count', 'numeral', 'figure'])

function cellOf(value: unknown, kind: Kind): Cell {
  if (value === null || value === undefined || value === '') return null
  if (numbers.has(kind)) return { number: String(value) }
  if (kind === 'yes_no') return { yes: value === true }
  if (kind === 'instant') return { at: berlin.format(new Date(String(value))) }
  return { text: textOf(value) }
}

/** The text of a list or an object: it joins the texts of the parts, and leaves out ids. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object' && value !== null) {
    const said = Object.entries(value).filter(([key]) => !/(^|_)id$/.test(key))
    return said
      .map(([, each]) => textOf(each))
      .filter(Boolean)
      .join(' ')
  }
  return value === null || value === undefined ? '' : String(value)
}

/** The cell as text, with a decimal comma, as is usual in countries whose CSV files use semicolons. */
function plainText(cell: Cell): string {
  if (cell === null) return ''
  if ('number' in cell) return cell.number.replace('.', ',')
  if ('yes' in cell) return cell.yes ? '1' : '0'
  return 'at' in cell ? cell.at : cell.text
}

export const csvHead = (columns: readonly Column[]): string => `${CSV_MARK}${csvRow(columns.map(({ header }) => header))}`
export const csvRows = (rows: readonly Cell[][]): string => rows.map((cells) => csvRow(cells.map(plainText))).join('')
