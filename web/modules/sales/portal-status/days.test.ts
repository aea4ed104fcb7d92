import { expect, test } from 'vitest'
import { STATUS_DAYS } from '../../../../contract/sales/portal-status.ts'
import { daysShown } from './days.ts'

const days = [{ day: '2026-03-29', state: 'down', minutes: 12 }] as const

test('each of the last days has one bar, also when the clocks change; days before the first recorded day are shown as unknown', () => {
  const shown = daysShown({ today: '2026-03-31', recorded_from: '2026-03-28' }, [...days])
  expect(shown).toHaveLength(STATUS_DAYS)
  expect(shown.slice(-5)).toEqual([
    { day: '2026-03-27', state: 'unknown', minutes: 0 },
    { day: '2026-03-28', state: 'working', minutes: 0 },
    { day: '2026-03-29', state: 'down', minutes: 12 },
    { day: '2026-03-30', state: 'working', minutes: 0 },
    { day: '2026-03-31', state: 'working', minutes: 0 },
  ])
  expect(new Set(shown.map(({ day }) => day)).size).toBe(STATUS_DAYS)
})

test('before the first answer the status page shows the same number of bars, all of them as unknown', () => {
  const shown = daysShown(undefined, [])
  expect([shown.length, new Set(shown.map(({ state }) => state))]).toEqual([STATUS_DAYS, new Set(['unknown'])])
})
