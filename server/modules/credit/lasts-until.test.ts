import { expect, test } from 'vitest'
import type { ShopTimings } from '../../../contract/settings.ts'
import { type HourSold, lastsUntil } from './credit.ts'

const EURO = 10_000
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** Monday, 16 November 2026, eight in the morning in Berlin: winter time. */
const MONDAY = new Date('2026-11-16T07:00:00Z')

/** The two weeks before: 10 € an hour from eight to six, Sundays closed. */
const weekdays: HourSold[] = Array.from({ length: 14 }, (_, day) => day + 1).flatMap((back) => {
  const start = new Date(MONDAY.getTime() - back * DAY_MS)
  return start.getUTCDay() === 0 ? [] : Array.from({ length: 10 }, (_, hour) => ({ hour: new Date(start.getTime() + hour * HOUR_MS), amount: 10 * EURO }))
})

const open = { is_open: true, start: '08:00', close: '18:00', lunch_start: null, lunch_end: null }
const timings = (holidays: string[] = []): ShopTimings => ({
  is_binding: true,
  days: [...Array.from({ length: 6 }, () => open), { ...open, is_open: false }],
  holidays: holidays.map((day) => ({ day, name: '' })),
})

test('at the usual pace it lasts as long as the same hours took before', () => {
  expect(lastsUntil(weekdays, 45 * EURO, null, MONDAY)).toEqual(new Date('2026-11-16T11:30:00Z'))
  expect(lastsUntil(weekdays, 150 * EURO, null, MONDAY)).toEqual(new Date('2026-11-17T12:00:00Z'))
})

test('the night and a closed Sunday are stepped over', () => {
  const saturday = new Date('2026-11-14T16:00:00Z')
  expect(lastsUntil(weekdays, 20 * EURO, null, saturday)).toEqual(new Date('2026-11-16T08:00:00Z'))
})

test('on a holiday nothing is sold', () => {
  expect(lastsUntil(weekdays, 150 * EURO, timings(['2026-11-17']), MONDAY)).toEqual(new Date('2026-11-18T12:00:00Z'))
})

test('of somebody who began this week the one week counts whole', () => {
  const recent = weekdays.filter(({ hour }) => MONDAY.getTime() - hour.getTime() < 7 * DAY_MS)
  expect(lastsUntil(recent, 45 * EURO, null, MONDAY)).toEqual(lastsUntil(weekdays, 45 * EURO, null, MONDAY))
})

test('nothing left is now; nothing sold, or more than two months’ worth, has no end', () => {
  expect(lastsUntil(weekdays, 0, null, MONDAY)).toEqual(MONDAY)
  expect(lastsUntil([], 100 * EURO, null, MONDAY)).toBeNull()
  expect(lastsUntil(weekdays, 100_000 * EURO, null, MONDAY)).toBeNull()
})
