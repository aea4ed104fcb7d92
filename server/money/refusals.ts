// Turns errors of the money functions into refusals, which the user can read.
import pg from 'pg'
import type { ErrorCode } from '../../contract/kit/errors.ts'
import { moneyText } from '../../contract/kit/money.ts'
import { codeOf, Refusal } from '../kit/errors.ts'
import { NO_ANSWER } from '../postgres/pool.ts'

/** The reasons why a purchase was not sold, or no money was held for it. */
export type RefusalCode = Extract<
  ErrorCode,
  | 'key_invalid'
  | 'key_reused'
  | 'key_void'
  | 'signed_out'
  | 'not_on_offer'
  | 'price_changed'
  | 'customer_stopped'
  | 'credit_limit_reached'
  | 'reseller_limit'
  | 'below_cost_limit'
  | 'selling_too_fast'
  | 'out_of_stock'
  | 'taken_a_moment_ago'
  | 'busy'
>

/** SQLSTATEs of the SQL functions in this folder. After a lock timeout or a missing answer the same key may still be in progress. */
const codes: Record<string, ErrorCode> = {
  PX400: 'key_invalid',
  PX401: 'signed_out',
  PX404: 'not_found',
  PX409: 'key_reused',
  PX410: 'key_void',
  PX411: 'credit_limit_too_low',
  PX412: 'upload_state',
  PX413: 'batch_sold',
  PX414: 'request_over',
  PX415: 'own_request',
  PX417: 'same_hand',
  PX422: 'amount_out_of_range',
  PX423: 'batch_held',
  PX424: 'batch_state',
  PX430: 'already_corrected',
  PX431: 'credit_spent',
  PX432: 'request_over',
  PX436: 'invoice_corrected',
  PX437: 'in_progress',
  '55P03': 'in_progress',
  '57014': 'in_progress',
  [NO_ANSWER]: 'in_progress',
}

/** Whether the error means that a second person must decide. This is no refusal: the request is put on the waiting list. */
export const needsSecond = (error: unknown): boolean => codeOf(error) === 'PX416'

/** The refusal behind a database error, with its amounts as money on the wire; otherwise the error itself. */
export function refusalOf(error: unknown): unknown {
  const code = codes[codeOf(error)]
  if (!code) return error
  const figures: Record<string, number> = error instanceof pg.DatabaseError && error.detail?.startsWith('{') ? JSON.parse(error.detail) : {}
  return new Refusal(code, { detail: Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, moneyText(amount)])) })
}
