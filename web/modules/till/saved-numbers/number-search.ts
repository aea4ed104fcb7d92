// Searches telephone numbers, with or without a name, for a typed text: letters match names, digits match numbers.
import { foldedIncludes } from '../../../../contract/kit/fold.ts'

export type KnownNumber = {
  mobile_number: string
  /** The name under which the number is saved; absent for a number that is only a recent one. */
  name?: string
  /** A further text, shown in small letters below the number. */
  more?: string
  /** Whether a top-up to this number has succeeded before, so that the number need not be typed twice. */
  isUsed: boolean
}

export function isFound({ mobile_number, name = '' }: KnownNumber, text: string): boolean {
  const wanted = text.trim()
  return /\p{L}/u.test(wanted) ? foldedIncludes(name, wanted) : mobile_number.includes(wanted.replace(/\D/g, '').replace(/^0+/, ''))
}
