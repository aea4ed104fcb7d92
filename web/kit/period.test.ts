import { expect, test } from 'vitest'
import { periodOf } from './period.ts'

const now = new Date('2026-11-21T23:30:00Z')

test.each([
  ['today', '2026-11-22', '2026-11-22'],
  ['yesterday', '2026-11-21', '2026-11-21'],
  ['last_7_days', '2026-11-15', '2026-11-21'],
  ['this_week', '2026-11-16', '2026-11-22'],
  ['last_week', '2026-11-09', '2026-11-15'],
  ['this_month', '2026-11-01', '2026-11-22'],
  ['last_month', '2026-10-01', '2026-10-31'],
])('at half past midnight in Berlin %s goes from %s to %s', (period, from, to) => {
  expect(periodOf({ period }, now)).toMatchObject({ from, to })
})

test('an own period is put in order, and nonsense is today', () => {
  expect(periodOf({ period: 'custom', from: '2026-05-02', to: '2026-05-01' }, now)).toMatchObject({ from: '2026-05-01', to: '2026-05-02' })
  expect(periodOf({ period: 'custom', from: 'x', to: '2026-99-99' }, now)).toMatchObject({ from: '2026-11-22', to: '2026-11-22' })
  expect(periodOf({ period: 'next year' }, now)).toMatchObject({ name: 'today' })
})
