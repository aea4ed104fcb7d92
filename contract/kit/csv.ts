// CSV as spreadsheets here open it: semicolons, every cell in quotes, no cell a formula. Server and browser write it alike.

/** What a spreadsheet takes for a formula, also in full width (OWASP CSV injection). A plain number begins like one and is none. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/

export const harmless = (text: string): string => (FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text)

/** The mark by which spreadsheets know UTF-8. */
export const CSV_MARK = '\uFEFF'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const line = (cells: readonly string[]) => `${cells.map(quoted).join(';')}\r\n`

export const csvRow = (cells: readonly string[]): string => line(cells.map(harmless))

/** Every cell as a text that says so itself: no spreadsheet eats a leading zero of it. */
export const csvTexts = (cells: readonly string[]): string => line(cells.map((text) => `=${quoted(text)}`))
