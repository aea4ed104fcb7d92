// Rows of a multi top-up: a key stays with its row until it is used for another booking.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { amountOf, isRefused, type MultiRow, newRow, openAgain, putRight, repeated } from './multi-rows.ts'

test('an amount is what is typed, above nothing and no more than one booking moves', () => {
  const amount = (text: string) => amountOf({ amount: text })
  expect([amount('12,5'), amount('0'), amount('10000000'), amount('10000000,01')]).toEqual([12.5 * EURO, undefined, 10_000_000 * EURO, undefined])
})

test('what failed keeps its key; one whose key stands for something else, or is put right, gets a new one', () => {
  const refused = (code: string): MultiRow => ({ ...newRow('kiosque'), amount: '5', key: 'k', outcome: 'refused', code })
  expect(['internal', 'busy', 'not_found', 'key_reused'].map((code) => openAgain(refused(code)).key)).toEqual(['k', 'k', 'k', ''])
  expect(openAgain({ ...refused(''), outcome: 'booked' })).toMatchObject({ outcome: 'booked', key: 'k' })
  expect(['internal', 'in_progress', 'not_found'].map((code) => isRefused(refused(code)))).toEqual([false, false, true])
  expect(putRight(refused('not_found'))).toEqual({ ...newRow('kiosque'), amount: '5' })
})

test('a name that stands twice is marked where it comes again', () => {
  expect([...repeated(['a', 'b', 'a'].map(newRow))]).toEqual([2])
})
