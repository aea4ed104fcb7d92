// What a credit round proposes for a customer, and when the round's proposals were made.
import type { proposalReasons } from '../../../../contract/customers/credit-round.ts'
import { EURO, type Money } from '../../../../contract/kit/money.ts'
import type { Purse } from './round.sql.ts'

/** The pace is the average of this many whole days. */
export const PACE_DAYS = 14

type Reason = (typeof proposalReasons)[number]
type Proposal = { daily: Money; days_left: number | null; proposed: Money; reason: Reason }

/** Rounds up to an amount that people like to book: to tens of euros, above 100 € to fifties, above 1,000 € to hundreds. */
function rounded(amount: Money): Money {
  const step = (amount > 1_000 * EURO ? 100 : amount > 100 * EURO ? 50 : 10) * EURO
  return Math.ceil(amount / step) * step
}

/** What to credit so that the money lasts for the wanted days, rounded up. The usual top-up is proposed if it is more, but not more than twice as much. */
export function proposalOf({ available, spent, usual, is_automatic }: Pick<Purse, 'available' | 'spent' | 'usual' | 'is_automatic'>, days: number): Proposal {
  const daily = Math.round(spent / PACE_DAYS)
  const days_left = spent > 0 ? Math.max(Math.floor((available * PACE_DAYS) / spent), 0) : null
  const nothing = (reason: Reason) => ({ daily, days_left, proposed: 0, reason })
  if (is_automatic) return nothing('automatic')
  // A customer without money cannot sell, so nothing is spent; then the usual top-up is proposed.
  if (spent <= 0) return available <= 0 && usual !== null ? { ...nothing('needs'), proposed: usual } : nothing('idle')
  const missing = Math.ceil((spent * days) / PACE_DAYS) - available
  if (missing <= 0) return nothing('enough')
  const needed = rounded(missing)
  return { daily, days_left, proposed: usual !== null && usual > needed && usual <= 2 * needed ? usual : needed, reason: 'needs' }
}

/** When a round's proposals were made: the beginning of its id is that time (kit/ids.ts). */
export const madeAt = (round_id: string): Date => new Date(Number.parseInt(round_id.replaceAll('-', '').slice(0, 12), 16))
