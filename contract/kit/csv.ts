// Writes CSV files in the form that our users' spreadsheets read: semicolons, every cell quoted, no cell a formula except the texts of `csvTexts`. Server and
// browser share this code.

/**
 * Characters that start a formula in a spreadsheet, including full-width ones (OWASP CSV injection). A plain number may begin with such a character and stays
 * as it is.
 */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/

export const harmless = (text: string): string => (FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text)

/** The byte order mark, by which spreadsheets recognise UTF-8. */
export const CSV_MARK = '\uFEFF'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const line = (cells: readonly string[]) => `${cells.map(quoted).join(';')}\r\n`

export const csvRow = (cells: readonly string[]): string => line(cells.map(harmless))

/** One CSV line whose cells are written as text formulas, so that no spreadsheet drops their leading zeros. */
export const csvTexts = (cells: readonly string[]): string => line(cells.map((text) => `=${quoted(text)}`))
