// Tests when days begin in Berlin, and on which Berlin day an instant falls.
import { expect, test } from 'vitest'
import { berlinDay, berlinTime, dayAfter, dayBegins } from './berlin.ts'

const hours = (day: string) => (dayBegins(dayAfter(day)).getTime() - dayBegins(day).getTime()) / 3_600_000

test('a day begins at midnight in Berlin, and has 23 hours when the clocks change in March, 25 when they change in October', () => {
  for (const day of ['2026-01-01', '2026-03-29', '2026-03-30', '2026-07-31', '2026-10-25', '2026-10-26', '2028-02-29', '2026-12-31'])
    expect([berlinDay(dayBegins(day)), berlinTime(dayBegins(day))]).toEqual([day, '00:00'])
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-06-01'), dayAfter('2026-12-31'), dayAfter('2028-02-28')]).toEqual([
    23,
    25,
    24,
    '2027-01-01',
    '2028-02-29',
  ])
})
