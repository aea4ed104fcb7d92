// Rules of cashiers' codes: how a code is stored, which codes are too easy, and how many wrong tries are allowed.
import { randomInt } from 'node:crypto'
import type { ProblemCode } from '../../../../contract/kit/problem-codes.ts'
import { CASHIER_CODE_DIGITS } from '../../../../contract/till/cashiers.ts'
import { refuseField } from '../../../kit/errors.ts'
import type { Keys } from '../../../kit/keys.ts'
import { hashPassword } from '../../../kit/passwords.ts'

/** How many codes one device may check in a quarter of an hour, right or wrong. Each check takes as much computing time as checking a password. */
export const DEVICE_LOOKS = 200

/**
 * The text that is hashed for a code: a digest of the code with this server's key and the user's id. So a stolen database without the key does not reveal
 * to which of the ten thousand codes a hash belongs, and a hash is valid for one user only.
 */
export const keyed = (keys: Keys, user_id: string, code: string): string => keys.sign('cashier code', `${user_id}|${code}`).toString('base64')

export const hashCode = (keys: Keys, user_id: string, code: string): Promise<string> => hashPassword(keyed(keys, user_id, code))

const DIGITS = '01234567890'
const REVERSED = [...DIGITS].reverse().join('')

/** Whether a code is too easy to guess: a repeated pair (1111, 1212), digits counting up or down, the middle column of the keypad, or a year. */
export const isCommon = (code: string): boolean =>
  /^(..)\1$/.test(code) || DIGITS.includes(code) || REVERSED.includes(code) || code === '2580' || code === '0852' || /^(19|20)\d\d$/.test(code)

export function refuseCommon(code: string, field: string): void {
  const problem: ProblemCode = 'code_common'
  if (isCommon(code)) throw refuseField(field, problem)
}

export function newCashierCode(): string {
  const code = String(randomInt(10 ** CASHIER_CODE_DIGITS)).padStart(CASHIER_CODE_DIGITS, '0')
  return isCommon(code) ? newCashierCode() : code
}
