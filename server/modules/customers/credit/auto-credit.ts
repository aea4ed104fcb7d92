// Simulates automatic credit over the past: how often a rule would have booked.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { berlinDay } from '../../../kit/berlin.ts'

export type Rule = { balance_trigger: Money; balance_topup: Money; daily_limit: Money }

/** One hour of a wallet: by how much it changed without automatic credit, and how many sales it had. */
export type Step = { at: Instant; amount: Money; sales: number }

export const MONTH_MS = 30 * 24 * 60 * 60_000

/** Returns how often a rule would have booked, and how much. One sale causes at most one booking, so an hour has no more bookings than sales. */
export function simulate({ balance_trigger, balance_topup, daily_limit }: Rule, start: Money, steps: readonly Step[]): { fired: number; amount: Money } {
  let [balance, fired, day, today] = [start, 0, '', 0]
  const aDay = Math.floor(daily_limit / balance_topup)
  for (const { at, amount, sales } of steps) {
    const on = berlinDay(new Date(at))
    if (on !== day) [day, today] = [on, 0]
    balance += amount
    if (balance >= balance_trigger) continue
    const times = Math.min(Math.ceil((balance_trigger - balance) / balance_topup), sales, aDay - today)
    balance += times * balance_topup
    today += times
    fired += times
  }
  return { fired, amount: fired * balance_topup }
}
