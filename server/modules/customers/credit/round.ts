// What a credit round proposes for a customer, and when the round's proposals were made.
import type { proposalReasons } from '../../../../contract/customers/credit-round.ts'
import { EURO, type Money } from '../../../../contract/kit/money.ts'
import { berlinDay, dayAfter } from '../../../kit/berlin.ts'
import type { Purse, RoundDay } from './round.sql.ts'

/** A customer's pace is its average daily spending over this many whole days. */
export const PACE_DAYS = 14
const DAY_MS = 24 * 60 * 60_000

/** The Berlin days of the pace: those before today, even if summer time began or ended in between. */
export function paceDays(now: Date): { date_from: string; date_to: string } {
  const ago = (days: number) => new Date(Date.parse(berlinDay(now)) - days * DAY_MS).toISOString().slice(0, 10)
  return { date_from: ago(PACE_DAYS), date_to: ago(1) }
}

type Reason = (typeof proposalReasons)[number]
type Proposal = { daily: Money; days_left: number | null; proposed: Money; reason: Reason }

/** Rounds up to an amount that people like to book: to tens of euros, above 100 € to fifties, above 1,000 € to hundreds. */
function rounded(amount: Money): Money {
  const step = (amount > 1_000 * EURO ? 100 : amount > 100 * EURO ? 50 : 10) * EURO
  return Math.ceil(amount / step) * step
}

/**
 * Proposes the amount to credit, rounded up, so that the money lasts for this many days. If the customer's usual top-up is higher, it is proposed instead,
 * unless it is more than twice the computed amount.
 */
export function proposalOf({ available, spent, usual, is_automatic }: Pick<Purse, 'available' | 'spent' | 'usual' | 'is_automatic'>, days: number): Proposal {
  const daily = Math.round(spent / PACE_DAYS)
  const days_left = spent > 0 ? Math.max(Math.floor((available * PACE_DAYS) / spent), 0) : null
  const nothing = (reason: Reason) => ({ daily, days_left, proposed: 0, reason })
  if (is_automatic) return nothing('automatic')
  // A customer without money cannot sell, so nothing is spent; for such a customer the usual top-up is proposed.
  if (spent <= 0) return available <= 0 && usual !== null ? { ...nothing('needs'), proposed: usual } : nothing('idle')
  const missing = Math.ceil((spent * days) / PACE_DAYS) - available
  if (missing <= 0) return nothing('enough')
  const needed = rounded(missing)
  return { daily, days_left, proposed: usual !== null && usual > needed && usual <= 2 * needed ? usual : needed, reason: 'needs' }
}

/** When a round's proposals were made. This time is the beginning of the round's id (kit/ids.ts). */
export const madeAt = (round_id: string): Date => new Date(Number.parseInt(round_id.replaceAll('-', '').slice(0, 12), 16))

const FORTNIGHT = 14
/** No round is farther away than this many days: from the first Monday of a month to the first Monday of the next. */
const AHEAD = 35

export function isRoundDay({ weekday, rhythm, starts_on }: RoundDay, day: string): boolean {
  if ((new Date(day).getUTCDay() || 7) !== weekday) return false
  if (rhythm === 'monthly') return Number(day.slice(8)) <= 7
  return rhythm === 'weekly' || ((Date.parse(day) - Date.parse(starts_on)) / DAY_MS) % FORTNIGHT === 0
}

/** The first round after a day, and how many days later it is. */
export function nextRound(round: RoundDay, today: string): { day: string; days: number } {
  let day = dayAfter(today)
  for (let days = 1; ; days++, day = dayAfter(day)) if (days >= AHEAD || isRoundDay(round, day)) return { day, days }
}

/** The next day, today included, that is this weekday. Rounds of every second week are counted from that day. */
export function startOf(weekday: number, today: string): string {
  let day = today
  while ((new Date(day).getUTCDay() || 7) !== weekday) day = dayAfter(day)
  return day
}

/** The day of a customer's rounds, from the row of its wallet; undefined if the customer is in no round. */
export const roundDayOf = ({ weekday, rhythm, starts_on }: Pick<Purse, 'weekday' | 'rhythm' | 'starts_on'>): RoundDay | undefined =>
  weekday !== null && rhythm !== null && starts_on !== null ? { weekday, rhythm, starts_on } : undefined
