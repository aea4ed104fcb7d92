// Masks the cells of a file with PINs before they are shown: a full PIN is never shown, whichever column it is in and whatever the settings say.

/** A cell with at least this many digits may be a PIN, in any column. */
const DIGITS = 8
const DOT = '•'

/** A cell with at least this many digits is hidden. For a product with shorter PINs the number is the length of its PINs. */
export const maskFrom = (pin_length: number): number => (pin_length > 0 ? Math.min(DIGITS, pin_length) : DIGITS)

/** Replaces all characters of a cell with dots except the last four; at least half of the characters are replaced. */
export function maskPin(cell: string): string {
  const shown = Math.min(4, Math.floor(cell.length / 2))
  return DOT.repeat(cell.length - shown) + cell.slice(cell.length - shown)
}

const digitsIn = (cell: string) => cell.replace(/\D/g, '').length

export type Masking = {
  /** The index of the PIN column; -1 if it is not known yet. */
  pin: number
  /** The index of a column that contains dates only and may be shown; -1 if there is none. */
  expiry: number
  /** A cell with at least this many digits is hidden. */
  from: number
  /** Whether the product's PINs may contain letters. If they may, letters count like digits in a cell that has a digit. */
  letters: boolean
}

/** A row's cells in the form in which they may be shown, stored and sent. */
export function maskCells(cells: readonly string[], { pin, expiry, from, letters }: Masking): string[] {
  return cells.map((cell, i) => {
    if (i === pin) return maskPin(cell)
    const size = letters && /\d/.test(cell) ? cell.replace(/[^\p{L}\p{N}]/gu, '').length : digitsIn(cell)
    return size >= from && !(i === expiry && isDate(cell)) ? maskPin(cell) : cell
  })
}

const isDate = (cell: string) => /^(\d{1,2}[/.]\d{1,2}[/.]\d{4}|20\d\d-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01]))$/.test(cell)
