// The text of a message with PINs, its recipient, and the limits on sendings.
import type { sendingVerdicts } from '../../../../contract/till/sendings.ts'
import { sendingsMax } from '../../../../contract/till/sendings.ts'
import { refuseField } from '../../../kit/errors.ts'
import { euro } from '../../messages/messages/messages.ts'
import { readNumber } from '../live-selling/live-selling.ts'
import type { SaleAnswer } from '../selling/selling.ts'

export { shopOf } from './sendings.sql.ts'

export type Reader = { channel: 'email' | 'sms'; recipient: string }

/** The recipient, from the field that is filled: a mail address, or a telephone number, which is brought into international form. */
export function readerIn({ mobile_number = '', email }: { mobile_number?: string | undefined; email?: string | undefined }, country: string): Reader {
  if (email !== undefined) return { channel: 'email', recipient: email }
  const number = readNumber(mobile_number, country)
  if (!number) throw refuseField('mobile_number', 'not_a_phone_number')
  return { channel: 'sms', recipient: number.mobile_number }
}

const LINE_MAX = 76
/** The most characters that a text message may have besides its PINs. */
const TOLD_BY_SMS = 160

/** Breaks a text into lines that mail systems do not break again. */
function wrapped(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= LINE_MAX) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

type Sent = Pick<SaleAnswer, 'product_name' | 'value' | 'instructions' | 'pins'>

/** The lines of a message: each card with its PINs and the instructions for using it; a text message has the instructions only if they are short. */
export function linesOf(sales: readonly Sent[], channel: 'email' | 'sms'): string[] {
  return sales.flatMap(({ product_name, value, instructions, pins }) => [
    `${product_name} ${euro(value)}`,
    ...pins.map(({ pin }) => pin),
    ...(channel === 'email' || instructions.length <= TOLD_BY_SMS ? wrapped(instructions) : []),
  ])
}

type Counted = Record<keyof typeof sendingsMax, number>

/** The first limit that is reached; undefined if no limit is reached. */
export const boundReached = (counted: Counted) => (['sale', 'person', 'shop'] as const).find((of) => counted[of] >= sendingsMax[of])

type Verdict = (typeof sendingVerdicts)[number]
const STRICT: readonly Verdict[] = ['free', 'reason_needed', 'manager_needed']

/** The strictest of several verdicts; it applies to several sales that are sent together. */
export const strictest = (verdicts: readonly Verdict[]): Verdict => STRICT.findLast((one) => verdicts.includes(one)) ?? 'free'
