// The day on which a change of prices takes effect: tomorrow in Berlin at the earliest. An emptied field never means "at once".
import { expect, test } from 'vitest'
import { isChosen, sentDay, tomorrow } from './from-day.ts'

test('the day of a change of prices must be tomorrow or later; without a day the change is made at once', () => {
  expect(tomorrow() > new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())).toBe(true)
  expect([{}, { valid_from: tomorrow() }, { valid_from: '2999-01-01' }].map(isChosen)).toEqual([true, true, true])
  expect([{ valid_from: '' }, { valid_from: '2020-01-01' }].map(isChosen)).toEqual([false, false])
})

test('if the day of a change of prices is emptied, a past day is sent, which the server refuses', () => {
  expect(sentDay({ valid_from: '', tell_till: true })).toEqual({ valid_from: '0001-01-01', tell_till: true })
  expect(sentDay({})).toEqual({})
})
