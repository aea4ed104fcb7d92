// The amount proposed for a customer in a credit round, and the time of the round.
import type { proposalReasons } from '../../../../contract/customers/credit-round.ts'
import { EURO, type Money } from '../../../../contract/kit/money.ts'
import type { Purse } from './round.sql.ts'

/** The number of whole days whose average is the pace. */
export const PACE_DAYS = 14

type Reason = (typeof proposalReasons)[number]
type Proposal = { daily: Money; days_left: number | null; proposed: Money; reason: Reason }

/** Rounds to amounts that people book: to tens of euros, above a hundred euro to fifties, above a thousand to hundreds. */
function rounded(amount: Money): Money {
  const step = (amount > 1_000 * EURO ? 100 : amount > 100 * EURO ? 50 : 10) * EURO
  return Math.ceil(amount / step) * step
}

/** The amount that lasts for the wanted days, rounded up; or the usual one, where that is more but not more than twice as much. */
export function proposalOf({ available, spent, usual, is_automatic }: Pick<Purse, 'available' | 'spent' | 'usual' | 'is_automatic'>, days: number): Proposal {
  const daily = Math.round(spent / PACE_DAYS)
  const days_left = spent > 0 ? Math.max(Math.floor((available * PACE_DAYS) / spent), 0) : null
  const nothing = (reason: Reason) => ({ daily, days_left, proposed: 0, reason })
  if (is_automatic) return nothing('automatic')
  // Without credit nothing is sold, so a customer who has none left gets the usual amount.
  if (spent <= 0) return available <= 0 && usual !== null ? { ...nothing('needs'), proposed: usual } : nothing('idle')
  const missing = Math.ceil((spent * days) / PACE_DAYS) - available
  if (missing <= 0) return nothing('enough')
  const needed = rounded(missing)
  return { daily, days_left, proposed: usual !== null && usual > needed && usual <= 2 * needed ? usual : needed, reason: 'needs' }
}

/** When the proposals were made: the round's id contains that time (kit/ids.ts). */
export const madeAt = (round_id: string): Date => new Date(Number.parseInt(round_id.replaceAll('-', '').slice(0, 12), 16))
