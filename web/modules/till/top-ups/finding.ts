// What somebody typed, looked for among numbers with or without a name: letters are of a name, digits are of a number.
import { foldedIncludes } from '../../../../contract/kit/fold.ts'

export type Known = {
  mobile_number: string
  /** Under which it is saved; absent: it is only remembered. */
  name?: string
  /** What stands small below it. */
  more?: string
  /** Something arrived there before, so it is not typed again. */
  isUsed: boolean
}

export function isFound({ mobile_number, name = '' }: Known, text: string): boolean {
  const wanted = text.trim()
  return /\p{L}/u.test(wanted) ? foldedIncludes(name, wanted) : mobile_number.includes(wanted.replace(/\D/g, '').replace(/^0+/, ''))
}
