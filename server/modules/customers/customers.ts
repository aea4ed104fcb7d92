// Customers: what may be given to one, when its money is gone, and the text it is found by. The module's front door.
import { flags as allFlags, type Flag } from '../../../contract/kit/access.ts'
import type { Money } from '../../../contract/kit/money.ts'
import type { ShopTimings } from '../../../contract/settings.ts'
import { berlinDay, berlinTime } from '../../kit/berlin.ts'
import { isOpenAt } from '../settings/settings.ts'

/** For whoever changes a name, a user name, a mobile number or a city. */
export { refreshSearch } from './search.sql.ts'

/** A reseller has no till, and sells what it stocks through its shops: these two it can always give. */
const OF_A_TILL: readonly Flag[] = ['has_cash_card', 'has_gift_card']

/** Rights a parent can give: the platform all, a reseller those it has itself. */
export const giveable = (parent: { kind: string; flags: readonly string[] }): Flag[] =>
  allFlags.filter((flag) => parent.kind === 'platform' || parent.flags.includes(flag) || OF_A_TILL.includes(flag))

export type HourSpent = { weekday: number; hour: number; amount: Money }
type Pace = {
  available: Money
  /** By weekday (Monday is 1) and hour of Berlin, over whole weeks. */
  spent: readonly HourSpent[]
  weeks: number
  timings: ShopTimings | null
  now: Date
}

const HOUR_MS = 60 * 60_000
/** Further nobody plans, and no pace is known that well. */
const HOURS_AHEAD = 60 * 24

/** When the money is gone at the usual pace, within the opening hours; null when it cannot be said. */
export function lastsUntil({ available, spent, weeks, timings, now }: Pace): Date | null {
  if (weeks <= 0 || available <= 0 || spent.length === 0) return null
  const pace = new Map(spent.map(({ weekday, hour, amount }) => [`${weekday} ${hour}`, amount / weeks]))
  let left = available
  let at = now.getTime()
  for (let i = 0; i < HOURS_AHEAD; i++) {
    const next = Math.floor(at / HOUR_MS + 1) * HOUR_MS
    const perHour = paceAt(new Date((at + next) / 2), pace, timings)
    const takes = (perHour * (next - at)) / HOUR_MS
    if (takes >= left) return new Date(at + (left / perHour) * HOUR_MS)
    left -= takes
    at = next
  }
  return null
}

function paceAt(at: Date, pace: ReadonlyMap<string, Money>, timings: ShopTimings | null): Money {
  if (timings && !isOpenAt(timings, at)) return 0
  const weekday = new Date(berlinDay(at)).getUTCDay() || 7
  return pace.get(`${weekday} ${Number(berlinTime(at).slice(0, 2))}`) ?? 0
}

/** Whole weeks that count: two, one of a younger customer, none before. */
export const weeksOf = (created_at: Date, now: Date) => Math.min(2, Math.floor((now.getTime() - created_at.getTime()) / (7 * 24 * HOUR_MS)))
