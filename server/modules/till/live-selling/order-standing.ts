// The state of an order as the shop sees it, and why it failed.
import type { LiveFailure, TransactionOutcome } from '../../../../contract/kit/live.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { RefusedBy } from '../../../suppliers/supplier.ts'
import type { OrderRow } from './live-selling.sql.ts'

const FAILURES: Readonly<Record<RefusedBy, LiveFailure>> = {
  ...{ recipient: 'number', amount: 'amount', not_available: 'not_available', our_balance: 'not_now', our_mistake: 'not_now' },
  ...{ not_reached: 'not_now', over: 'not_now', never_seen: 'not_now', reversed: 'given_back' },
}

/** Translates a failure for the shop. If our own balance at the supplier is used up, the shop reads "not now", never that its own credit is too low. */
export const failureOf = (code: string): LiveFailure => FAILURES[code as RefusedBy] ?? 'not_now'

const STATES: Readonly<Record<OrderRow['hold_state'], TransactionOutcome>> = { open: 'pending', posted: 'successful', void: 'failed' }

type Standing = { state: TransactionOutcome; failure: LiveFailure | null }
type Ended = Pick<OrderRow, 'hold_state' | 'reason' | 'is_by_hand'>

export function standingOf({ hold_state, reason, is_by_hand }: Ended): Standing {
  const state = STATES[hold_state]
  if (state !== 'failed') return { state, failure: null }
  return { state, failure: is_by_hand ? 'given_back' : failureOf(reason.split(':')[0] ?? '') }
}

/** Throws supplier_refused, with the reason, if the order failed and nothing was sold. */
export function refuseFailed(order: Ended): void {
  const { state, failure } = standingOf(order)
  if (state === 'failed') throw new Refusal('supplier_refused', { detail: { failure: failure ?? 'not_now' } })
}
