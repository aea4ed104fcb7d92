// Forecasts when a balance runs out: at the pace of the last two weeks, hour by hour, within the opening hours.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { ShopTimings } from '../../../../contract/people/settings.ts'
import { berlinDay, berlinTime } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { isOpenAt } from '../../people/settings/settings.ts'
import { SPENT_ROWS_MAX, spentByHour } from './runway.sql.ts'

export type HourSpent = { weekday: number; hour: number; amount: Money }
type Pace = {
  available: Money
  /** What was spent in each Berlin weekday (Monday is 1) and hour, added up over `weeks` whole weeks. */
  spent: readonly HourSpent[]
  weeks: number
  timings: ShopTimings | null
  now: Date
}

const HOUR_MS = 60 * 60_000
const WEEK_MS = 7 * 24 * HOUR_MS
/** No end is forecast beyond this many hours: nobody plans further ahead, and the pace is not reliable for so long. */
const HOURS_AHEAD = 60 * 24

/** When the money will run out at the usual pace, within the opening hours; null if that cannot be forecast. */
export function lastsUntil({ available, spent, weeks, timings, now }: Pace): Date | null {
  if (weeks <= 0 || available <= 0 || spent.length === 0) return null
  const pace = new Map(spent.map(({ weekday, hour, amount }) => [`${weekday} ${hour}`, amount / weeks]))
  let left = available
  let at = now.getTime()
  for (let i = 0; i < HOURS_AHEAD; i++) {
    const next = Math.floor(at / HOUR_MS + 1) * HOUR_MS
    const perHour = paceAt(at, next, pace, timings)
    const takes = (perHour * (next - at)) / HOUR_MS
    if (takes >= left) return new Date(at + (left / perHour) * HOUR_MS)
    left -= takes
    at = next
  }
  return null
}

/**
 * What is spent in an hour. The hour counts if the shop is open at its beginning or in its middle, so that the first hour of a shop that opens at half past
 * counts too.
 */
function paceAt(at: number, next: number, pace: ReadonlyMap<string, Money>, timings: ShopTimings | null): Money {
  if (timings && ![at, (at + next) / 2].some((instant) => isOpenAt(timings, new Date(instant)))) return 0
  const middle = new Date((at + next) / 2)
  const weekday = new Date(berlinDay(middle)).getUTCDay() || 7
  return pace.get(`${weekday} ${Number(berlinTime(middle).slice(0, 2))}`) ?? 0
}

/** Over how many weeks spending is averaged: two weeks; one week for a customer that is less than two weeks old; 0 in a customer's first week. */
export const weeksOf = (created_at: Instant, now: Date) => Math.min(2, Math.floor((now.getTime() - Date.parse(created_at)) / WEEK_MS))

export type Purse = { organisation_id: string; available: Money; created_at: Instant; timings: ShopTimings | null }

/** When a wallet's money will run out; null if that cannot be forecast, or if the wallet has too many transfers to read quickly. */
export async function runwayOf(q: Query, tenant_id: number, { organisation_id, available, created_at, timings }: Purse, now: Date): Promise<Date | null> {
  const weeks = weeksOf(created_at, now)
  if (weeks === 0 || available <= 0) return null
  const spent = await spentByHour(q, tenant_id, organisation_id, new Date(now.getTime() - weeks * WEEK_MS))
  const isWhole = spent.reduce((sum, { sales }) => sum + sales, 0) < SPENT_ROWS_MAX
  return isWhole ? lastsUntil({ available, spent, weeks, timings, now }) : null
}
