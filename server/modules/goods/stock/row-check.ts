// The checks of one row that need nothing but the row and the settings (docs/domain.md, Row checks).

import type { Finding } from '../../../../contract/goods/findings.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { moneyText, parseMoney } from '../../../../contract/kit/money.ts'
import { normalisePin } from '../batches/batches.ts'
import { parseExpiry } from './expiry.ts'

export type Detail = Record<string, string | number>

/** Indexes of columns from 0; -1 if the file does not have the column. */
export type Columns = { pin: number; batch: number; serial: number; expiry: number; value: number }

export type Rules = {
  columns: Columns
  /** How many characters a PIN must have; 0 if any length is allowed. */
  pin_length: number
  pin_letters: boolean
  /** The length that PINs with a lost leading zero must have: PINs one digit shorter get the zero back. 0 if no PIN is changed. */
  zero_to: number
  value: Money
  /** Today in Berlin, YYYY-MM-DD. */
  today: string
}

export type Good = { pin: string; serial: string; batch: string; expires_on: string | undefined }
export type RowFinding = { finding: Finding; detail: Detail }
export type Verdict = Good | RowFinding

const DIGITS = /^\d+$/
const LETTERS = /^[0-9A-Za-z]+$/
const SCIENTIFIC = /^\d+(?:[.,]\d+)?E\+?\d+$/i

/** The PIN of a row in its stored form, or the finding that says why it is invalid. */
function checkPin(cell: string, { pin_length, pin_letters, zero_to }: Rules): string | RowFinding {
  const pin = normalisePin(cell)
  if (pin === '') return { finding: 'pin_missing', detail: {} }
  if (!DIGITS.test(pin)) {
    if (SCIENTIFIC.test(pin)) return { finding: 'scientific_notation', detail: {} }
    if (!pin_letters || !LETTERS.test(pin)) return { finding: 'pin_characters', detail: {} }
  }
  if (zero_to > 0 && lacksZero(pin, zero_to)) return `0${pin}`
  if (pin_length > 0 && pin.length !== pin_length) return { finding: 'pin_length', detail: { expected: pin_length, found: pin.length } }
  if (pin.length > PIN_LENGTH_MAX) return { finding: 'pin_length', detail: { expected: PIN_LENGTH_MAX, found: pin.length } }
  return pin
}

/** Whether a PIN has lost a leading zero: it is one digit short, and does not begin with a zero, because a spreadsheet would have removed that one too. */
export const lacksZero = (pin: string, length: number): boolean => pin.length === length - 1 && !pin.startsWith('0') && DIGITS.test(pin)

/** The most characters of a PIN: a sealed block stores the length in one byte, and nobody types a longer PIN at a till. */
const PIN_LENGTH_MAX = 100

const sameValue = (cell: string, value: Money) => parseMoney(cell.replace(/[\s€]|EUR/gi, '')) === value

/** Makes the check of a file's rows, once for the file. */
export function createRowCheck(rules: Rules): (cells: readonly string[]) => Verdict {
  const { columns, value, today } = rules
  const needed = Math.max(columns.pin, columns.batch, columns.serial, columns.expiry, columns.value) + 1
  const days = rememberLast(parseExpiry)
  return (cells) => {
    if (cells.length < needed) return { finding: 'columns_missing', detail: { expected: needed, found: cells.length } }
    const pin = checkPin(cells[columns.pin] as string, rules)
    if (typeof pin !== 'string') return pin
    if (columns.value >= 0 && !sameValue(cells[columns.value] as string, value)) return { finding: 'other_value', detail: { expected: moneyText(value) } }
    // An empty cell means that this PIN does not expire.
    const date = cells[columns.expiry] ?? ''
    const expires_on = date === '' ? undefined : days(date)
    if (date !== '' && !expires_on) return { finding: 'expiry_unreadable', detail: {} }
    if (expires_on && expires_on < today) return { finding: 'expired', detail: { expires_on } }
    return { pin, serial: cells[columns.serial] ?? '', batch: cells[columns.batch] ?? '', expires_on }
  }
}

/** Returns a function like `parse` that remembers its last result, because files repeat the same date in row after row. */
function rememberLast<T>(parse: (text: string) => T): (text: string) => T {
  let last: { text: string; value: T } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, value: parse(text) }
    return last.value
  }
}
