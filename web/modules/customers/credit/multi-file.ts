// The rows of a multi top-up out of a file, or of what was copied from a spreadsheet. The reader of files is loaded with the first of them.
import { fold } from '../../../../contract/kit/fold.ts'
import { within } from '../../../kit/base/chunks.ts'
import { readAmount } from '../../../kit/form/amount.ts'
import { blank, type MultiRow } from './multi-rows.ts'

/** User names by their folded letters, by which a file's spelling finds the right one. */
export type Names = ReadonlyMap<string, readonly string[]>
export function namesOf(usernames: readonly string[]): Names {
  const names = new Map<string, string[]>()
  for (const name of usernames) names.set(fold(name), [...(names.get(fold(name)) ?? []), name])
  return names
}

/** As it is written there, or the only one that is written alike: of two nobody guesses. */
function nameIn(names: Names, typed: string): string {
  const alike = names.get(fold(typed)) ?? []
  const [only] = alike
  return alike.length === 1 && only !== undefined && !alike.includes(typed) ? only : typed
}

/**
 * User name, amount and perhaps a note. Every row that says something becomes one, also one that cannot be booked: it says why. Only blank rows and a
 * heading are left out.
 */
export async function readRows(text: string, names: Names): Promise<MultiRow[]> {
  const rows = (await rowsIn(text)).map((row) => ({ ...row, username: nameIn(names, row.username) }))
  const [first] = rows
  const isHeading = first && rows.length > 1 && !/\d/.test(first.amount) && !names.has(fold(first.username))
  return isHeading ? rows.slice(1) : rows
}

/** What stands where a user name does, a heading too. */
export const namesIn = async (text: string): Promise<string[]> => (await rowsIn(text)).map(({ username }) => username)

async function rowsIn(text: string): Promise<MultiRow[]> {
  return (await cellsIn(text)).flatMap((cells, i): MultiRow[] => {
    const [username = '', amount = '', ...note] = cells.map((cell) => cell.trim().replace(/\s*\n\s*/g, ' '))
    if (cells.every((cell) => cell.trim() === '')) return []
    return [{ ...blank, line: i + 1, username, amount, note: note.join(' ').trim() }]
  })
}

/** Between cells stands the tab or semicolon that comes first, or a comma where there is neither. What is quoted says nothing about it. */
const separatorIn = (text: string) => /[;\t]/.exec(text.replace(/"[^"]*"/g, ''))?.[0] ?? ','

/** Ends of lines of all systems are one, and a quote is one also behind blanks. */
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
  // A quote that nothing ends would swallow every line behind it: then quotes are signs like others.
  return codes.includes('MissingQuotes') ? read('\0').rows : rows
}

/** `written`: the row as it stands there. In it 11,50 without quotes is an amount, as is "11,50"; two cells are "11","50". */
function withDecimals([name = '', whole = '', decimals = '', ...note]: string[], written: string): string[] {
  const amount = `${whole},${decimals}`
  const isOne = ['amount', 'ambiguous'].includes(readAmount(amount).kind) && written.includes(`,${amount}`)
  return isOne ? [name, amount, ...note] : [name, whole, decimals, ...note]
}
