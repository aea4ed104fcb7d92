// The cause of PINs with a wrong length, known once the whole file was read: a zero removed by a spreadsheet, or serials in the PIN column.
import { normalisePin } from '../batches/batches.ts'
import type { Found, Rules } from './row-check.ts'

/** Share of the wrong rows that must fit in another column before it is suggested. */
const MOST = 0.9

export function createLengthStudy({ columns, pin_length, pin_letters }: Rules) {
  const form = pin_letters ? /^[0-9A-Za-z]+$/ : /^\d+$/
  const fits: number[] = []
  let wrong = 0
  let short = 0
  return {
    /** Counts a row whose PIN has the wrong length. */
    see(cells: readonly string[], found: number): void {
      wrong++
      if (found === pin_length - 1 && !(cells[columns.pin] as string).startsWith('0')) short++
      for (const [i, cell] of cells.entries()) {
        const pin = normalisePin(cell)
        if (i !== columns.pin && pin.length === pin_length && form.test(pin)) fits[i] = (fits[i] ?? 0) + 1
      }
    },
    /** A finding that explains `pin_length` better; undefined when there is none. */
    verdict(rows: number): Found | undefined {
      if (wrong === 0) return undefined
      if (short === rows) return { finding: 'leading_zero_missing', detail: {} }
      const column = fits.findIndex((n) => n >= wrong * MOST)
      return column >= 0 && wrong * 2 >= rows ? { finding: 'swapped_columns', detail: { column: column + 1 } } : undefined
    },
  }
}
