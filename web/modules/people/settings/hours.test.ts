import { expect, test } from 'vitest'
import { clockTime, hoursProblems, usualTimings, withDay, withMondayEverywhere } from './hours.ts'

test.each([
  ['8', '08:00'],
  ['8:30', '08:30'],
  ['0830', '08:30'],
  ['830', '08:30'],
  ['8h30', '08:30'],
  ['20.15 Uhr', '20:15'],
  [' 07:05 ', '07:05'],
])('a time typed as "%s" is read as %s', (text, time) => {
  expect(clockTime(text)).toBe(time)
})

test.each(['', 'soon', '8:3', '8:301'])('"%s" cannot be read as a time and stays as typed', (text) => {
  expect(clockTime(text)).toBe(text)
})

test('the default opening hours are valid', () => {
  expect(hoursProblems(usualTimings).size).toBe(0)
})

test('a wrong opening time is reported by its day and field name', () => {
  expect(hoursProblems(withDay(usualTimings, 2, { close: '25:00' })).get('days.2.close')).toBe('not_a_time')
  expect(hoursProblems(withDay(usualTimings, 3, { close: '08:00' })).get('days.3.close')).toBe('hours_equal')
})

test('Monday’s hours are copied to all open days; closed days stay closed', () => {
  const copied = withMondayEverywhere(withDay(usualTimings, 0, { start: '09:30' })).days
  expect(copied.map(({ start }) => start)).toEqual(Array(7).fill('09:30'))
  expect(copied.map(({ is_open }) => is_open)).toEqual([true, true, true, true, true, true, false])
})
