// Divides the transfers of a file into parts that one call can take, by their number and by the length of their texts.
import { BANK_LINES_MAX } from '../../../../contract/papers/bank-lines.ts'
import type { Transfer } from './statement.ts'

/** The most characters in one part. It is below the limit of a form, so that the names of fields and escaped characters fit too. */
const CHARACTERS_MAX = 200_000
/** How many characters longer an amount may be in wire form than as a number. */
const AMOUNT = 10

const lengthOf = (line: Transfer) => JSON.stringify(line).length + AMOUNT

export function partsOf(lines: readonly Transfer[]): Transfer[][] {
  const parts: Transfer[][] = []
  let length = 0
  for (const line of lines) {
    const part = parts.at(-1)
    if (part && part.length < BANK_LINES_MAX && length + lengthOf(line) <= CHARACTERS_MAX) part.push(line)
    else {
      parts.push([line])
      length = 0
    }
    length += lengthOf(line)
  }
  return parts
}
