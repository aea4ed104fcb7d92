// The day of a change of prices: from tomorrow in Berlin, and an emptied field never means "at once".
import { expect, test } from 'vitest'
import { isChosen, sentDay, tomorrow } from './from-day.ts'

test('a day must be tomorrow or later; without a day the change is made at once', () => {
  expect(tomorrow() > new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())).toBe(true)
  expect([{}, { valid_from: tomorrow() }, { valid_from: '2999-01-01' }].map(isChosen)).toEqual([true, true, true])
  expect([{ valid_from: '' }, { valid_from: '2020-01-01' }].map(isChosen)).toEqual([false, false])
})

test('an emptied day is sent as a past day, which the server refuses', () => {
  expect(sentDay({ valid_from: '', tell_till: true })).toEqual({ valid_from: '0001-01-01', tell_till: true })
  expect(sentDay({})).toEqual({})
})
