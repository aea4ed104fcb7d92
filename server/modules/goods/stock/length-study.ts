// Finds out, once the whole file was read, why PINs have a wrong length: a spreadsheet removed their leading zeros, or the PIN column contains
// serials.
import { normalisePin } from '../batches/batches.ts'
import { lacksZero, type RowFinding, type Rules } from './row-check.ts'

/** How many PINs look as if they had lost their leading zero, and the length that they would have with the zero. */
export type Zeros = { rows: number; length: number }

/** How large a share of the rows with a wrong length must fit in another column before that column is suggested. */
const MOST = 0.9

export function createLengthStudy({ columns, pin_length, pin_letters }: Rules) {
  const form = pin_letters ? /^[0-9A-Za-z]+$/ : /^\d+$/
  const fits: number[] = []
  let wrong = 0
  let short = 0
  /** For products without a fixed length: how many PINs the file has of each length, and how many of these begin with a zero. */
  const lengths = new Map<number, { n: number; zeros: number }>()
  return {
    /** Takes note of a row whose PIN has the wrong length. */
    see(cells: readonly string[]): void {
      wrong++
      if (lacksZero(normalisePin(cells[columns.pin] as string), pin_length)) short++
      for (const [i, cell] of cells.entries()) {
        const pin = normalisePin(cell)
        if (i !== columns.pin && pin.length === pin_length && form.test(pin)) fits[i] = (fits[i] ?? 0) + 1
      }
    },
    /** Notes the length of an accepted PIN. */
    saw(pin: string): void {
      if (pin_length > 0) return
      const seen = lengths.get(pin.length) ?? { n: 0, zeros: 0 }
      lengths.set(pin.length, seen)
      seen.n++
      if (pin.startsWith('0')) seen.zeros++
    },
    /**
     * The PINs that seem to lack a zero; null if there are none. A product without a fixed length must have PINs of exactly two lengths that differ by one;
     * the shorter PINs must not be more numerous, and none of them may begin with a zero.
     */
    zeros(): Zeros | null {
      if (pin_length > 0) return short > 0 ? { rows: short, length: pin_length } : null
      const [shorter, longer, ...others] = [...lengths].sort(([a], [b]) => a - b)
      if (!shorter || !longer || others.length > 0 || longer[0] - shorter[0] !== 1) return null
      return shorter[1].zeros === 0 && shorter[1].n <= longer[1].n ? { rows: shorter[1].n, length: longer[0] } : null
    },
    /** The one finding that is reported in place of all findings `pin_length`, if nearly all wrong lengths have one cause; undefined if they do not. */
    verdict(rows: number): RowFinding | undefined {
      if (wrong === 0) return undefined
      if (short === rows) return { finding: 'leading_zero_missing', detail: {} }
      const column = fits.findIndex((n) => n >= wrong * MOST)
      return column >= 0 && wrong * 2 >= rows ? { finding: 'swapped_columns', detail: { column: column + 1 } } : undefined
    },
  }
}
