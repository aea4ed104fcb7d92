import { expect, test } from 'vitest'
import { fold, foldedIncludes } from './fold.ts'

test.each([
  ['istanbul', 'İSTANBUL'],
  ['ISTANBUL', 'İstanbul'],
  ['ısparta', 'Isparta'],
  ['isparta', 'ISPARTA'],
  ['flıxbus', 'FlixBus'],
  ['strasse', 'Straße'],
  ['munchen', 'München'],
  ['recharge', 'Rechargé'],
  ['sakizli', 'Sakızlı'],
  ['coeur', 'Cœur'],
  ['lodz', 'Łódź'],
])('searching for %s finds %s', (part, text) => {
  expect(foldedIncludes(text, part)).toBe(true)
})

test('folding twice gives the same as folding once', () => {
  for (const text of ['İSTANBUL', 'Straße', 'Cœur', 'ﬁ']) expect(fold(fold(text))).toBe(fold(text))
})

test('different words stay different', () => {
  expect(foldedIncludes('Lebara', 'lyca')).toBe(false)
})
