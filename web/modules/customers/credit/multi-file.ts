// Reads credits for many customers, one per row, from a file or a spreadsheet's clipboard. The file reader is loaded when first needed.
import { fold } from '../../../../contract/kit/fold.ts'
import { within } from '../../../kit/base/chunks.ts'
import { readAmount } from '../../../kit/form/amount.ts'
import { blank, type MultiRow } from './multi-rows.ts'

/** User names by their spelling without case and accents, so that a name spelt differently in a file is still found. */
export type Names = ReadonlyMap<string, readonly string[]>
export function namesOf(usernames: readonly string[]): Names {
  const names = new Map<string, string[]>()
  for (const name of usernames) names.set(fold(name), [...(names.get(fold(name)) ?? []), name])
  return names
}

/**
 * Returns the user name that equals the typed one exactly, or else the one that differs from it only in case or accents. If there is no such name, or more than
 * one, returns the typed name.
 */
function nameIn(names: Names, typed: string): string {
  const alike = names.get(fold(typed)) ?? []
  const [only] = alike
  return alike.length === 1 && only !== undefined && !alike.includes(typed) ? only : typed
}

/**
 * Reads user name, amount and an optional note. Every line with content becomes a row; a row that cannot be booked has a problem. Only blank lines and a
 * heading are left out.
 */
export async function readRows(text: string, names: Names): Promise<MultiRow[]> {
  const rows = (await rowsIn(text)).map((row) => ({ ...row, username: nameIn(names, row.username) }))
  const [first] = rows
  const isHeading = first && rows.length > 1 && !/\d/.test(first.amount) && !names.has(fold(first.username))
  return isHeading ? rows.slice(1) : rows
}

/** Returns every text in the column of user names, headings included. */
export const namesIn = async (text: string): Promise<string[]> => (await rowsIn(text)).map(({ username }) => username)

async function rowsIn(text: string): Promise<MultiRow[]> {
  return (await cellsIn(text)).flatMap((cells, i): MultiRow[] => {
    const [username = '', amount = '', ...note] = cells.map((cell) => cell.trim().replace(/\s*\n\s*/g, ' '))
    if (cells.every((cell) => cell.trim() === '')) return []
    return [{ ...blank, line: i + 1, username, amount, note: note.join(' ').trim() }]
  })
}

/** Returns the separator: the tab or semicolon that comes first, or a comma if the text has neither a tab nor a semicolon. Quoted text is ignored. */
const separatorIn = (text: string) => /[;\t]/.exec(text.replace(/"[^"]*"/g, ''))?.[0] ?? ','

/** Splits a text into cells. It accepts the line ends of all systems, and blanks before a quote. */
async function cellsIn(text: string): Promise<string[][]> {
  const { default: Papa } = await within(import('papaparse'), 'papaparse')
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/(^|[;,\t]) +"(?!"[^;,\t\n])/gm, '$1"')
  const delimiter = separatorIn(lines)
  function read(quoteChar: string) {
    const [rows, codes]: [string[][], string[]] = [[], []]
    let from = 0
    Papa.parse<string[]>(lines, {
      ...{ delimiter, newline: '\n', quoteChar },
      step: ({ data, errors, meta }) => {
        rows.push(delimiter === ',' ? withDecimals(data, lines.slice(from, meta.cursor)) : data)
        codes.push(...errors.map(({ code }) => code))
        from = meta.cursor
      },
    })
    return { rows, codes }
  }
  const { rows, codes } = read('"')
  // A quote that is never closed would take every later line into its cell. In that case quotes are read as ordinary characters.
  return codes.includes('MissingQuotes') ? read('\0').rows : rows
}

/**
 * `written`: the row as it is in the file. An unquoted 11,50 was split at its comma although it is one amount, so its parts are joined again; "11","50" stay
 * two cells.
 */
function withDecimals([name = '', whole = '', decimals = '', ...note]: string[], written: string): string[] {
  const amount = `${whole},${decimals}`
  const isOne = ['amount', 'ambiguous'].includes(readAmount(amount).kind) && written.includes(`,${amount}`)
  return isOne ? [name, amount, ...note] : [name, whole, decimals, ...note]
}
