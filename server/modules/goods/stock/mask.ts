// What people may see of a file with PINs: never a full PIN, in any column, whatever the settings say.

/** Cells with this many digits may be PINs, in any column. */
const DIGITS = 8
const DOT = '•'

/** The number of digits from which a cell is hidden: a product with short PINs lowers it. */
export const maskFrom = (pin_length: number): number => (pin_length > 0 ? Math.min(DIGITS, pin_length) : DIGITS)

/** Replaces all but the last four characters with dots, and at least half of them. */
export function maskPin(cell: string): string {
  const shown = Math.min(4, Math.floor(cell.length / 2))
  return DOT.repeat(cell.length - shown) + cell.slice(cell.length - shown)
}

const digitsIn = (cell: string) => cell.replace(/\D/g, '').length

export type Masking = {
  /** Index of the PIN column; -1 while it is unknown. */
  pin: number
  /** Index of a column that holds only dates and may be shown; -1 without one. */
  expiry: number
  /** Cells of this many digits are hidden. */
  from: number
  /** For PINs with letters: a cell with as many letters and digits together is hidden as well. */
  letters: boolean
}

/** A row's cells as they may be shown, stored and sent. */
export function maskCells(cells: readonly string[], { pin, expiry, from, letters }: Masking): string[] {
  return cells.map((cell, i) => {
    if (i === pin) return maskPin(cell)
    const size = letters && /\d/.test(cell) ? cell.replace(/[^\p{L}\p{N}]/gu, '').length : digitsIn(cell)
    return size >= from && !(i === expiry && isDate(cell)) ? maskPin(cell) : cell
  })
}

const isDate = (cell: string) => /^(\d{1,2}[/.]\d{1,2}[/.]\d{4}|20\d\d-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01]))$/.test(cell)
