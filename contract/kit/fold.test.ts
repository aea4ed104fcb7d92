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
])('a search for %s finds %s', (part, text) => {
  expect(foldedIncludes(text, part)).toBe(true)
})

test('folding a text twice gives the same result as folding it once', () => {
  for (const text of ['İSTANBUL', 'Straße', 'Cœur', 'ﬁ']) expect(fold(fold(text))).toBe(fold(text))
})

test('words that differ in more than case, accents and ligatures stay different when folded', () => {
  expect(foldedIncludes('Lebara', 'lyca')).toBe(false)
})
