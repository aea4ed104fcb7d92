// The opening hours on the screen: the default hours of a shop that has set no hours, and the fields with problems.
import * as z from 'zod/mini'
import { problemsOf } from '../../../../contract/kit/problems.ts'
import { type ShopDay, ShopTimings } from '../../../../contract/people/settings.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const usualDay: ShopDay = { is_open: true, start: '08:00', close: '20:00', lunch_start: null, lunch_end: null }
export const usualBreak = { lunch_start: '12:00', lunch_end: '13:00' }

export const usualTimings: ShopTimings = { is_binding: false, days: weekdays.map((day) => ({ ...usualDay, is_open: day !== 'sun' })), holidays: [] }

/** Returns the problems of opening hours by the names of their fields, such as `days.0.close`. */
export function hoursProblems(timings: ShopTimings): ReadonlyMap<string, string> {
  const { error } = z.safeParse(ShopTimings, timings)
  return new Map(problemsOf(error?.issues ?? []).map(({ field, code }) => [field, code]))
}

export const withDay = (timings: ShopTimings, at: number, change: Partial<ShopDay>): ShopTimings => ({
  ...timings,
  days: timings.days.map((day, i) => (i === at ? { ...day, ...change } : day)),
})

/** Copies Monday's hours to every day; a closed day stays closed. */
export const withMondayEverywhere = (timings: ShopTimings): ShopTimings => ({
  ...timings,
  days: timings.days.map((day) => ({ ...day, ...timings.days[0], is_open: day.is_open })),
})

/** Converts a time as people write it (8, 8:30, 830, 8h30, 8.30 Uhr) to HH:MM. Any other text stays unchanged, to be corrected. */
export function clockTime(text: string): string {
  const [, hours = '', minutes = '00'] = /^\s*(\d{1,2})(?:\s*[:.hH]?\s*(\d{2}))?\s*(?:[hH]|Uhr)?\s*$/.exec(text) ?? []
  return hours ? `${hours.padStart(2, '0')}:${minutes}` : text.trim()
}

const CLOCK = /^\d\d:\d\d$/
/** Whether the shop closes after midnight. The screen says so, because a closing time such as 02:00 could be a mistake. */
export const closesNextDay = ({ start, close }: ShopDay) => CLOCK.test(start) && CLOCK.test(close) && close < start
