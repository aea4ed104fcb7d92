// Compares the rule for opening hours with a plain table of every open minute. The two must agree, also in the weeks in which the clocks change.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ShopTimings } from '../../../../contract/people/settings.ts'
import { isOpenAt } from './settings.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

/** The time in Berlin, computed independently: summer time is from the last Sunday in March to the last Sunday in October, 01:00 UTC. */
function wallClock(at: Date): { day: string; time: string } {
  const lastSunday = (month: number) => {
    const last = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0, 1))
    return last.getTime() - last.getUTCDay() * DAY_MS
  }
  const isSummer = at.getTime() >= lastSunday(2) && at.getTime() < lastSunday(9)
  const text = new Date(at.getTime() + (isSummer ? 120 : 60) * MINUTE_MS).toISOString()
  return { day: text.slice(0, 10), time: text.slice(11, 16) }
}

const timeOf = (minute: number) => new Date((minute % 1440) * MINUTE_MS).toISOString().slice(11, 16)

/** Every minute of the wall clock at which the shop is open, counted from each opening to its close. */
function openMinutes({ days, holidays }: ShopTimings, from: string, count: number): Set<string> {
  const open = new Set<string>()
  for (let i = 0; i < count; i++) {
    const midnight = Date.parse(from) + i * DAY_MS
    const day = new Date(midnight).toISOString().slice(0, 10)
    const hours = days[(new Date(midnight).getUTCDay() + 6) % 7]
    if (!hours?.is_open || holidays.some((holiday) => holiday.day === day)) continue
    let minute = Number(hours.start.slice(0, 2)) * 60 + Number(hours.start.slice(3))
    let atLunch = false
    do {
      if (timeOf(minute) === hours.lunch_start) atLunch = true
      if (timeOf(minute) === hours.lunch_end) atLunch = false
      if (!atLunch) open.add(new Date(midnight + minute * MINUTE_MS).toISOString().slice(0, 16))
      minute++
    } while (timeOf(minute) !== hours.close)
  }
  return open
}

/** Compares the rule with the table at every seventh minute of a week; returns the minutes at which they disagree. `off` shifts the clock of the rule. */
function disagreements(shop: ShopTimings, monday: string, off = 0): string[] {
  const open = openMinutes(shop, new Date(Date.parse(monday) - DAY_MS).toISOString().slice(0, 10), 9)
  const instants = Array.from({ length: (7 * 1440) / 7 }, (_, i) => new Date(Date.parse(monday) + i * 7 * MINUTE_MS))
  return instants
    .map((at) => ({ at, ...wallClock(at) }))
    .filter(({ at, day, time }) => isOpenAt(shop, new Date(at.getTime() + off)) !== open.has(`${day}T${time}`))
    .map(({ day, time }) => `${day} ${time}`)
}

const minutes = fc.integer({ min: 0, max: 1439 })
const shopDay = fc
  .record({ is_open: fc.boolean(), start: minutes, length: fc.integer({ min: 1, max: 1439 }), lunch: fc.option(fc.tuple(minutes, minutes)) })
  .map(({ is_open, start, length, lunch }) => {
    const [a, b] = (lunch ?? [0, 0]).map((minute) => minute % (length + 1)).toSorted((one, other) => one - other) as [number, number]
    const hasLunch = a < b
    return {
      ...{ is_open, start: timeOf(start), close: timeOf(start + length) },
      ...{ lunch_start: hasLunch ? timeOf(start + a) : null, lunch_end: hasLunch ? timeOf(start + b) : null },
    }
  })
const timings = (monday: string) =>
  fc.record({
    is_binding: fc.constant(true),
    days: fc.array(shopDay, { minLength: 7, maxLength: 7 }),
    holidays: fc
      .uniqueArray(fc.integer({ min: -1, max: 7 }), { maxLength: 2 })
      .map((days) => days.map((day) => ({ day: new Date(Date.parse(monday) + day * DAY_MS).toISOString().slice(0, 10), name: '' }))),
  })

const weeks = [
  { name: 'an ordinary week', monday: '2026-06-08' },
  { name: 'the week the clock goes forward', monday: '2026-03-23' },
  { name: 'the week the clock goes back', monday: '2026-10-19' },
]

describe.each(weeks)('opening hours in $name', ({ monday }) => {
  test('follow the clock in Berlin, minute by minute', () => {
    fc.assert(
      fc.property(timings(monday), (shop) => {
        expect(disagreements(shop, monday)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  test('control: differ from the table if the clock is a quarter of an hour off', () => {
    expect(disagreements(only(2, { start: '08:00', close: '20:00' }), monday, 15 * MINUTE_MS)).not.toEqual([])
  })

  test('are accepted by the contract for every generated week', () => {
    fc.assert(fc.property(timings(monday), (shop) => z.safeParse(ShopTimings, shop).success))
  })
})

const closed = { is_open: false, start: '08:00', close: '20:00', lunch_start: null, lunch_end: null }
const only = (weekday: number, hours: Partial<ShopTimings['days'][number]>): ShopTimings => ({
  is_binding: true,
  days: Array.from({ length: 7 }, (_, i) => (i === weekday ? { ...closed, is_open: true, ...hours } : closed)),
  holidays: [],
})

describe('a shop with opening hours', () => {
  test('is open from the first minute of its hours to the last minute before their end', () => {
    const shop = only(0, { start: '08:00', close: '20:00' })
    expect(['05:59:59', '06:00:00', '17:59:59', '18:00:00'].map((time) => isOpenAt(shop, new Date(`2026-06-08T${time}Z`)))).toEqual([false, true, true, false])
  })

  test('that closes after midnight stays open into a holiday, but does not open on a holiday', () => {
    const late = only(5, { start: '18:00', close: '03:00' })
    const sunday = new Date('2026-06-14T00:30:00Z')
    expect(isOpenAt(late, sunday)).toBe(true)
    expect(isOpenAt({ ...late, holidays: [{ day: '2026-06-14', name: '' }] }, sunday)).toBe(true)
    expect(isOpenAt({ ...late, holidays: [{ day: '2026-06-13', name: '' }] }, sunday)).toBe(false)
  })

  test('is open in both of the hours that October has twice', () => {
    const night = only(6, { start: '02:00', close: '03:00' })
    expect(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'].map((at) => isOpenAt(night, new Date(at)))).toEqual([true, true, false])
  })

  test('is not open in the hour that is missing in March', () => {
    const night = only(6, { start: '02:00', close: '03:00' })
    expect(['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'].map((at) => isOpenAt(night, new Date(at)))).toEqual([false, false])
  })
})

test.each([
  { what: 'opens when it closes', hours: { start: '08:00', close: '08:00' }, code: 'hours_equal' },
  { what: 'has a break with no end', hours: { lunch_start: '12:00' }, code: 'required' },
  { what: 'has a break outside its hours', hours: { lunch_start: '07:00', lunch_end: '09:00' }, code: 'lunch_outside' },
  { what: 'has a break that ends before it begins', hours: { lunch_start: '13:00', lunch_end: '12:00' }, code: 'lunch_outside' },
  { what: 'has a time that does not exist', hours: { start: '24:00' }, code: 'not_a_time' },
])('a day that $what is refused', ({ hours, code }) => {
  expect(z.safeParse(ShopTimings, only(2, hours)).error?.issues.map(({ message }) => message)).toEqual([code])
})

test('a holiday that is in the list twice is refused', () => {
  const twice = { ...only(0, {}), holidays: ['2026-12-25', '2026-12-26', '2026-12-25'].map((day) => ({ day, name: '' })) }
  expect(z.safeParse(ShopTimings, twice).error?.issues).toMatchObject([{ path: ['holidays', 2, 'day'], message: 'day_twice' }])
})
