// Tests that saved numbers are found by letters of their name and by digits, in whatever form these are typed.
import { expect, test } from 'vitest'
import { isFound } from './number-search.ts'

const amina = { mobile_number: '+6595123100', name: 'Amïna (Singapour)', isUsed: true }
const nameless = { mobile_number: '+33612345678', isUsed: true }
const found = (text: string) => [amina, nameless].map((known) => isFound(known, text))

test('a saved number is found by part of its name, with or without accents and capital letters', () => {
  expect(found('AMINA')).toEqual([true, false])
  expect(found(' sing')).toEqual([true, false])
  expect(found('Boubacar')).toEqual([false, false])
})

test('a saved number is found by some of its digits, with its dial code in any form; without input all numbers are shown', () => {
  for (const text of ['9512', '0065 95', '+65 9512-3100', '3100']) expect(found(text), text).toEqual([true, false])
  expect(found('06 12')).toEqual([false, true])
  expect(found('')).toEqual([true, true])
})
