import { expect, test } from 'vitest'
import { dayOnAxis, daysOf, rangeOf } from './days.ts'

test('an axis names its days in the language of the reader', () => {
  expect(['de', 'fr', 'en-GB', 'tr'].map((language) => dayOnAxis('2026-11-21', language))).toEqual(['21. Nov.', '21 nov.', '21 Nov', '21 Kas'])
})

test('a span has all its days, both ends included, and one name', () => {
  expect(daysOf({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(rangeOf({ from: '2026-02-27', to: '2026-03-01' })).toBe('27.02.2026–01.03.2026')
  expect(rangeOf({ from: '2026-02-27', to: '2026-02-27' })).toBe('27.02.2026')
})
