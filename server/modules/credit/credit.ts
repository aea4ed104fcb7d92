// What other modules may ask about wallets, and how long what is there will last.
import type { Money } from '../../../contract/kit/money.ts'
import type { ShopTimings } from '../../../contract/settings.ts'
import { berlinDay, berlinTime } from '../../kit/berlin.ts'
import { isOpenAt } from '../settings/settings.ts'

/** The actor's own wallet with its parent; none for the platform. */
export { ownWallet } from './credit.sql.ts'
export { creditJobs } from './watch.ts'

/** What left a wallet in one hour, named by any instant within it. */
export type HourSold = { hour: Date; amount: Money }

/** The usual pace is that of the last two weeks: the same hour of the same weekday. */
const PACE_DAYS = 14
/** Nobody is told about a day further off. */
const AHEAD_DAYS = 60
const HOUR_MS = 60 * 60_000
const WEEK_MS = 7 * 24 * HOUR_MS

/** When the money runs out at the usual pace; null when nothing was sold, or it lasts longer than anybody plans. */
export function lastsUntil(hours: readonly HourSold[], available: Money, timings: ShopTimings | null, now: Date): Date | null {
  const pace = paceOf(hours, now)
  if (pace.size === 0) return null
  if (available <= 0) return now
  let left = available
  for (let at = now.getTime(); at < now.getTime() + AHEAD_DAYS * 24 * HOUR_MS; at = nextHour(at)) {
    const usual = pace.get(slotOf(new Date(at))) ?? 0
    if (usual === 0 || (timings && !isOpenWithin(timings, at))) continue
    const sold = (usual * (nextHour(at) - at)) / HOUR_MS
    if (sold >= left) return new Date(at + Math.round((left / usual) * HOUR_MS))
    left -= sold
  }
  return null
}

/** Of somebody who began less than a week ago there is one week to go by. */
function paceOf(hours: readonly HourSold[], now: Date): Map<string, number> {
  const weeks = hours.some(({ hour }) => now.getTime() - hour.getTime() > WEEK_MS) ? 2 : 1
  const pace = new Map<string, number>()
  for (const { hour, amount } of hours) pace.set(slotOf(hour), (pace.get(slotOf(hour)) ?? 0) + amount / weeks)
  return pace
}

const nextHour = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS + HOUR_MS

/** Weekday and hour on a wall in Berlin. */
const slotOf = (at: Date) => `${new Date(berlinDay(at)).getUTCDay()} ${berlinTime(at).slice(0, 2)}`

/** A shop that opens at half past sells in that hour too. */
const isOpenWithin = (timings: ShopTimings, at: number) => [0, HOUR_MS / 2].some((after) => isOpenAt(timings, new Date(at + after)))
