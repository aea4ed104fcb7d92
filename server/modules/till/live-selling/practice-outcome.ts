// The outcome of a number in practice: its last digits decide, as in the suppliers' sandboxes. No supplier is asked.

import type { Instant } from '../../../../contract/kit/field.ts'
import type { LiveFailure, TransactionOutcome } from '../../../../contract/kit/live.ts'

/** The refusals by the last two digits of a number whose third last digit is 1, 2 or 3. */
const REFUSED: Readonly<Record<string, LiveFailure>> = {
  '02': 'number',
  '03': 'number',
  '04': 'not_now',
  '05': 'not_now',
  '06': 'not_available',
  '07': 'not_now',
}
/** The delay by the third last digit. */
const TAKES_MS: Readonly<Record<string, number>> = { '2': 20_000, '3': 300_000 }

/** The outcome of a practice sale to a number, and the delay before it. */
export function endOf(mobile_number: string): { failure: LiveFailure | null; after_ms: number } {
  const [speed = '', ...rest] = mobile_number.slice(-3)
  return { failure: /[123]/.test(speed) ? (REFUSED[rest.join('')] ?? null) : null, after_ms: TAKES_MS[speed] ?? 0 }
}

type Kept = { mobile_number: string; created_at: Instant; state: TransactionOutcome; failure: LiveFailure | null; ended_at: Instant | null }

/** The state by now: only the time of the start is stored. */
export function playedStanding<T extends Kept>(kept: T, now: Date): T {
  const { failure, after_ms } = endOf(kept.mobile_number)
  const ends = Date.parse(kept.created_at) + after_ms
  if (now.getTime() < ends) return kept
  return { ...kept, state: failure ? 'failed' : 'successful', failure, ended_at: new Date(ends).toISOString() }
}
