// What an error of a money function means to a person.
import pg from 'pg'
import type { ErrorCode } from '../../contract/kit/errors.ts'
import { moneyText } from '../../contract/kit/money.ts'
import { codeOf, Refusal } from '../kit/errors.ts'
import { NO_ANSWER } from '../kit/pool.ts'

/** SQLSTATEs of the functions beside this file; a lock not got or an answer not come in time: the same key may still be at work. */
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
  '55P03': 'in_progress',
  '57014': 'in_progress',
  [NO_ANSWER]: 'in_progress',
}

/** A second person decides: no refusal, whoever asks is put on the list of those that wait. */
export const needsSecond = (error: unknown): boolean => codeOf(error) === 'PX416'

/** The refusal behind an error of the database, with its figures as money on the wire; or the error itself. */
export function refusalOf(error: unknown): unknown {
  const code = codes[codeOf(error)]
  if (!code) return error
  const figures: Record<string, number> = error instanceof pg.DatabaseError && error.detail?.startsWith('{') ? JSON.parse(error.detail) : {}
  return new Refusal(code, { detail: Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, moneyText(amount)])) })
}
