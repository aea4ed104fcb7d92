// Opening hours: whether a shop is open at an instant. Berlin's wall clock decides, so in October the repeated hour counts twice.
import { minutesIn, type ShopTimings } from '../../../contract/settings.ts'
import { berlinDay, berlinTime } from '../../kit/berlin.ts'

const DAY_MINUTES = 24 * 60
const DAY_MS = 24 * 60 * 60_000

/** A day may close after midnight; its night hours belong to the day it began on, also when that is a holiday. */
export function isOpenAt(timings: ShopTimings, at: Date): boolean {
  const today = berlinDay(at)
  const minute = minutesIn('00:00', berlinTime(at))
  return isWithin(timings, today, minute) || isWithin(timings, dayBefore(today), minute + DAY_MINUTES)
}

/** `minute`: minutes since the day's midnight, beyond 1440 for the following night. */
function isWithin({ days, holidays }: ShopTimings, day: string, minute: number): boolean {
  const hours = days[weekdayOf(day)]
  if (!hours?.is_open || holidays.some((holiday) => holiday.day === day)) return false
  const { start, close, lunch_start, lunch_end } = hours
  const isAfter = (text: string) => minute >= minutesIn(start, text)
  const isLunch = lunch_start !== null && lunch_end !== null && isAfter(lunch_start) && !isAfter(lunch_end)
  return isAfter(start) && !isAfter(close) && !isLunch
}

/** Monday is 0. */
const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)
