// Tests the rows of a list of credits for many customers. A refused row keeps its key, unless it is corrected or the key is already
// that of another booking.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { amountOf, isRefused, type MultiRow, newRow, openAgain, putRight, repeated } from './multi-rows.ts'

test('the amount of a row in a list of credits must be above zero and within the limit of one booking', () => {
  const amount = (text: string) => amountOf({ amount: text })
  expect([amount('12,5'), amount('0'), amount('10000000'), amount('10000000,01')]).toEqual([12.5 * EURO, undefined, 10_000_000 * EURO, undefined])
})

test('a failed row in a list of credits keeps its key; a corrected row, or one whose key was used for another booking, gets a new key', () => {
  const refused = (code: string): MultiRow => ({ ...newRow('kiosque'), amount: '5', key: 'k', outcome: 'refused', code })
  expect(['internal', 'busy', 'not_found', 'key_reused'].map((code) => openAgain(refused(code)).key)).toEqual(['k', 'k', 'k', ''])
  expect(openAgain({ ...refused(''), outcome: 'booked' })).toMatchObject({ outcome: 'booked', key: 'k' })
  expect(['internal', 'in_progress', 'not_found'].map((code) => isRefused(refused(code)))).toEqual([false, false, true])
  expect(putRight(refused('not_found'))).toEqual({ ...newRow('kiosque'), amount: '5' })
})

test('if a user name occurs in two rows of a list of credits, the second row is marked', () => {
  expect([...repeated(['a', 'b', 'a'].map(newRow))]).toEqual([2])
})
