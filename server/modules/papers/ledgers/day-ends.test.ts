// Tests which days of a period the balance chart shows.
import { expect, test } from 'vitest'
import { BALANCES_MAX } from '../../../../contract/papers/ledgers.ts'
import { dayEnds } from './ledgers.ts'

test('the balance chart has every day of a short period, and of a long one as many days as fit, always including the last day', () => {
  const of = (begins: string, ends: string) => dayEnds({ begins, ends })
  expect(of('2026-03-28T23:00:00Z', '2026-03-30T22:00:00Z')).toEqual(['2026-03-29', '2026-03-30'])
  expect(of('2026-05-02T10:00:00Z', '2026-05-02T10:30:00Z')).toEqual(['2026-05-02'])
  expect(of('2026-05-02T10:00:00Z', '2026-04-01T22:00:00Z')).toEqual([])
  const decade = of('2016-01-01T10:00:00Z', '2026-05-02T10:00:00Z')
  expect([decade.length <= BALANCES_MAX, decade.at(-1)]).toEqual([true, '2026-05-02'])
})
