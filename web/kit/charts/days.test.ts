import { expect, test } from 'vitest'
import { daysOf, rangeOf } from './days.ts'

test('a span contains its first and its last day and is named by the two; a span of one day is named by that day', () => {
  expect(daysOf({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(rangeOf({ from: '2026-02-27', to: '2026-03-01' })).toBe('27.02.2026–01.03.2026')
  expect(rangeOf({ from: '2026-02-27', to: '2026-02-27' })).toBe('27.02.2026')
})
