// Opening hours: whether a shop is open at a time. The clock in Berlin decides, so a shop that is open between 2 and 3 o'clock is open in both of these hours
// on the day in October that has the hour twice.
import * as z from 'zod/mini'
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import { problemsOf } from '../../../../contract/kit/problems.ts'
import { minutesIn, ShopDay, type ShopTimings } from '../../../../contract/people/settings.ts'
import { berlinDay, berlinTime } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'

const DAY_MINUTES = 24 * 60
const DAY_MS = 24 * 60 * 60_000

/**
 * Whether the shop is open at a time. A shop may close after midnight: the hours after midnight belong to the day on which it opened, even if the next day is a
 * holiday.
 */
export function isOpenAt(timings: ShopTimings, at: Date): boolean {
  const today = berlinDay(at)
  const minute = minutesIn('00:00', berlinTime(at))
  return isWithin(timings, today, minute) || isWithin(timings, dayBefore(today), minute + DAY_MINUTES)
}

/** Whether a shop may not sell at a time, because its opening hours bind and the time is outside them. */
export const isShut = (timings: ShopTimings | null, at: Date): boolean => timings?.is_binding === true && !isOpenAt(timings, at)

/** Whether a day's hours contain a minute. `minute`: minutes since that day's midnight, above 1440 for the night after it. */
function isWithin({ days, holidays }: ShopTimings, day: string, minute: number): boolean {
  const hours = days[weekdayOf(day)]
  if (!hours?.is_open || holidays.some((holiday) => holiday.day === day)) return false
  const { start, close, lunch_start, lunch_end } = hours
  const isAfter = (text: string) => minute >= minutesIn(start, text)
  const isLunch = lunch_start !== null && lunch_end !== null && isAfter(lunch_start) && !isAfter(lunch_end)
  return isAfter(start) && !isAfter(close) && !isLunch
}

/** The day of the week, Monday being 0. */
const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

type EveryDay = Omit<InputOf<Calls['timingsUpdate']>, 'customer_id' | 'shop_timings'>

const WEEK = 7

/**
 * The hours of a week from one set of hours for every day. Lunch and holidays that the form leaves out stay as they are, and a day that is closed stays
 * closed. Throws if the hours are impossible.
 */
export function everyDay({ lunch, holidays, is_binding, ...said }: EveryDay, kept: ShopTimings | null): ShopTimings {
  const [begin, end] = lunch ? lunch.split(/ ?[-–] ?/) : []
  const asked = { ...said, ...(lunch === undefined ? {} : { lunch_start: begin ?? null, lunch_end: end ?? null }) }
  const named = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const days = Array.from({ length: WEEK }, (_, i) => dayOf(named, kept?.days[i]))
  return {
    is_binding: is_binding ?? kept?.is_binding ?? false,
    days,
    holidays: holidays?.map((day) => (typeof day === 'string' ? { day, name: '' } : day)) ?? kept?.holidays ?? [],
  }
}

function dayOf(said: object, kept: ShopDay | undefined): ShopDay {
  const day = { is_open: true, lunch_start: null, lunch_end: null, ...kept, ...said }
  const read = z.safeParse(ShopDay, day)
  if (!read.success) throw new Refusal('invalid_input', { problems: problemsOf(read.error.issues) })
  return read.data
}
