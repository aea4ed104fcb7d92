// The rows in which a user lists credits for many customers. They are stored in this browser until the user starts over, so that a reload continues with the
// same keys.
import * as z from 'zod/mini'
import { BOOKING_MAX } from '../../../../contract/customers/credit.ts'
import { rhythms } from '../../../../contract/customers/credit-round.ts'
import { field, money } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { readAmount } from '../../../kit/form/amount.ts'

const outcomes = ['open', 'booked', 'refused', 'approval'] as const

const MultiRow = z.object({
  /** The line in the file or in the pasted text; null for a row chosen by hand. */
  line: z.nullable(z.int()),
  username: z.string(),
  /** The amount as the user has typed it. */
  amount: z.string(),
  note: z.string(),
  /** The row's key, assigned and stored before the row is first sent, so that sending it again never books twice. */
  key: z.string(),
  outcome: z.enum(outcomes),
  code: z.string(),
  balance_after: z.nullable(money),
  /** The server's run that books this row, and its index in that run; empty until the run has begun. */
  run_id: z._default(z.string(), ''),
  run_row: z._default(z.int(), 0),
  /** For a row of a credit round: the figures from which its amount was proposed. */
  proposal: z._default(
    z.nullable(
      z.object({
        days_left: z.nullable(z.int()),
        usual: z.nullable(money),
        customer_id: z._default(z.string(), ''),
        available: z._default(z.nullable(money), null),
        weekday: z._default(z.nullable(z.int()), null),
        rhythm: z._default(z.nullable(z.enum(rhythms)), null),
        next_on: z._default(z.nullable(z.string()), null),
      }),
    ),
    null,
  ),
})
export type MultiRow = z.output<typeof MultiRow>

const Multi = z.object({ user_id: z.string(), payment_mode: z.string(), was_sent: z.boolean(), rows: z.array(MultiRow), round_id: z._default(z.string(), '') })
export type Multi = z.output<typeof Multi>

const KEY = 'multi_top_up'
const written = field.json(Multi)

export const keepMulti = (multi: Multi, storage: Storage = localStorage) => storage.setItem(KEY, z.encode(written, multi))
export const dropMulti = (storage: Storage = localStorage) => storage.removeItem(KEY)

/** Returns the stored rows of this user only, because the transaction key of a row is valid only for the user to whom the server issued it. */
export function keptMulti(user_id: string, storage: Storage = localStorage): Multi | undefined {
  const text = storage.getItem(KEY)
  const read = text === null ? undefined : z.safeDecode(written, text)
  return read?.success && read.data.user_id === user_id ? read.data : undefined
}

export const blank: MultiRow = {
  line: null,
  username: '',
  amount: '',
  note: '',
  key: '',
  outcome: 'open',
  code: '',
  balance_after: null,
  run_id: '',
  run_row: 0,
  proposal: null,
}
export const newRow = (username: string): MultiRow => ({ ...blank, username })

export const portionsOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

/** Returns the amount to book; undefined if the text is no amount or is ambiguous. */
export function amountOf({ amount }: Pick<MultiRow, 'amount'>): Money | undefined {
  const reading = readAmount(amount)
  return reading.kind === 'amount' && reading.amount > 0 && reading.amount <= BOOKING_MAX ? reading.amount : undefined
}

/** Refusals which mean that the row's key belongs to another booking or is invalid, so that the row needs a new key. */
const SPENT = ['key_reused', 'key_invalid', 'key_void', 'request_over']

export const openAgain = (row: MultiRow): MultiRow =>
  row.outcome === 'refused' ? { ...row, outcome: 'open', code: '', run_id: '', key: SPENT.includes(row.code) ? '' : row.key } : row

/** Returns why a row cannot be sent; undefined if it can. */
export const faultOf = (row: MultiRow): 'no_name' | 'no_amount' | 'not_an_amount' | undefined => {
  if (row.username === '') return 'no_name'
  if (amountOf(row) !== undefined) return undefined
  return row.amount.trim() === '' ? 'no_amount' : 'not_an_amount'
}

/** Refusals after which it is certain that the row is not booked, so that it may be corrected and sent under a new key. */
const CERTAIN = ['not_found', 'amount_out_of_range', 'key_invalid', 'key_void', 'request_over', 'changed_meanwhile']
export const isRefused = ({ outcome, code }: MultiRow) => outcome === 'refused' && CERTAIN.includes(code)
export const putRight = ({ line, username, amount, note }: MultiRow): MultiRow => ({ ...blank, line, username, amount, note })

/** Returns the indexes of the rows whose user name occurs in an earlier row. */
export function repeated(rows: readonly MultiRow[]): Set<number> {
  const seen = new Set<string>()
  return new Set(rows.flatMap(({ username }, i) => (seen.size === seen.add(username).size ? [i] : [])))
}
