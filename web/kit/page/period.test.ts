import { expect, test } from 'vitest'
import { comparedWith, comparisonOf, periodOf } from './period.ts'

const now = new Date('2026-11-21T23:30:00Z')

test.each([
  ['today', '2026-11-22', '2026-11-22'],
  ['yesterday', '2026-11-21', '2026-11-21'],
  ['last_7_days', '2026-11-15', '2026-11-21'],
  ['this_week', '2026-11-16', '2026-11-22'],
  ['last_week', '2026-11-09', '2026-11-15'],
  ['this_month', '2026-11-01', '2026-11-22'],
  ['last_month', '2026-10-01', '2026-10-31'],
  ['this_quarter', '2026-10-01', '2026-11-22'],
  ['last_quarter', '2026-07-01', '2026-09-30'],
  ['this_year', '2026-01-01', '2026-11-22'],
  ['last_year', '2025-01-01', '2025-12-31'],
])('at 00:30 in Berlin the period %s lasts from %s to %s', (period, from, to) => {
  expect(periodOf({ period }, now)).toMatchObject({ from, to })
})

test('a custom period whose last day is before its first is reversed, and an unreadable period means today', () => {
  expect(periodOf({ period: 'custom', from: '2026-05-02', to: '2026-05-01' }, now)).toMatchObject({ from: '2026-05-01', to: '2026-05-02' })
  expect(periodOf({ period: 'custom', from: 'x', to: '2026-99-99' }, now)).toMatchObject({ from: '2026-11-22', to: '2026-11-22' })
  expect(periodOf({ period: 'next year' }, now)).toMatchObject({ name: 'today' })
})

test.each([
  ['today', '2026-11-21', '2026-11-21', '2025-11-22', '2025-11-22'],
  ['yesterday', '2026-11-20', '2026-11-20', '2025-11-21', '2025-11-21'],
  ['last_7_days', '2026-11-08', '2026-11-14', '2025-11-16', '2025-11-22'],
  ['this_week', '2026-11-09', '2026-11-15', '2025-11-17', '2025-11-23'],
  ['last_week', '2026-11-02', '2026-11-08', '2025-11-10', '2025-11-16'],
  ['this_month', '2026-10-01', '2026-10-22', '2025-11-01', '2025-11-22'],
  ['last_month', '2026-09-01', '2026-09-30', '2025-10-01', '2025-10-31'],
  ['this_quarter', '2026-07-01', '2026-08-22', '2025-10-01', '2025-11-22'],
  ['last_quarter', '2026-04-01', '2026-06-30', '2025-07-01', '2025-09-30'],
  ['this_year', '2025-01-01', '2025-11-22', '2025-01-01', '2025-11-22'],
  ['last_year', '2024-01-01', '2024-12-31', '2024-01-01', '2024-12-31'],
])('the period %s is compared with the period before, %s to %s, or with the one a year ago, %s to %s', (name, from, to, yearFrom, yearTo) => {
  const period = periodOf({ period: name }, now)
  expect(comparedWith(period, 'before', now)).toMatchObject({ from, to })
  expect(comparedWith(period, 'year_ago', now)).toMatchObject({ from: yearFrom, to: yearTo })
})

test('a whole month is compared with the whole month before it, even with a shorter one; a day that the earlier month lacks becomes its last day', () => {
  const march = new Date('2027-03-31T10:00:00Z')
  expect(comparedWith(periodOf({ period: 'last_month' }, march), 'before', march)).toMatchObject({ from: '2027-01-01', to: '2027-01-31' })
  expect(comparedWith(periodOf({ period: 'this_month' }, march), 'before', march)).toMatchObject({ from: '2027-02-01', to: '2027-02-28' })
  const leap = new Date('2028-02-29T10:00:00Z')
  expect(comparedWith(periodOf({ period: 'this_month' }, leap), 'year_ago', leap)).toMatchObject({ from: '2027-02-01', to: '2027-02-28' })
})

test('a custom period is compared with the same number of days before it, or with the same days a year ago', () => {
  const own = periodOf({ period: 'custom', from: '2026-03-25', to: '2026-03-31' }, now)
  expect(comparedWith(own, 'before', now)).toMatchObject({ from: '2026-03-18', to: '2026-03-24' })
  expect(comparedWith(own, 'year_ago', now)).toMatchObject({ from: '2025-03-25', to: '2025-03-31' })
})

test('a report is compared with the period that its address names, and with nothing if the address names none', () => {
  expect([comparisonOf({ compare: 'year_ago' }), comparisonOf({ compare: 'before' }), comparisonOf({ compare: 'x' }), comparisonOf({})]).toEqual([
    'year_ago',
    'before',
    undefined,
    undefined,
  ])
})
