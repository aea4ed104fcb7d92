// The outcome of a practice sale to a number: the number's last three digits decide, as in suppliers' sandboxes. No supplier is asked.

import type { Instant } from '../../../../contract/kit/field.ts'
import type { LiveFailure, TransactionOutcome } from '../../../../contract/kit/live.ts'

/** Why a practice sale fails, by the number's last two digits; only if the third last digit is 1, 2 or 3. */
const REFUSED: Readonly<Record<string, LiveFailure>> = {
  '02': 'number',
  '03': 'number',
  '04': 'not_now',
  '05': 'not_now',
  '06': 'not_available',
  '07': 'not_now',
}
/** How many milliseconds a practice sale stays pending, by the third last digit of its number. With any other digit the sale ends immediately. */
const TAKES_MS: Readonly<Record<string, number>> = { '2': 20_000, '3': 300_000 }

/** The outcome of a practice sale to a number, and after how many milliseconds it is known. */
export function endOf(mobile_number: string): { failure: LiveFailure | null; after_ms: number } {
  const [speed = '', ...rest] = mobile_number.slice(-3)
  return { failure: /[123]/.test(speed) ? (REFUSED[rest.join('')] ?? null) : null, after_ms: TAKES_MS[speed] ?? 0 }
}

type Kept = { mobile_number: string; created_at: Instant; state: TransactionOutcome; failure: LiveFailure | null; ended_at: Instant | null }

/** The present state of a practice sale, computed from its number and the time it began, which are all that is stored. */
export function playedStanding<T extends Kept>(kept: T, now: Date): T {
  const { failure, after_ms } = endOf(kept.mobile_number)
  const ends = Date.parse(kept.created_at) + after_ms
  if (now.getTime() < ends) return kept
  return { ...kept, state: failure ? 'failed' : 'successful', failure, ended_at: new Date(ends).toISOString() }
}
