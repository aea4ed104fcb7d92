// Commands typed in the palette, and their meaning.
import { expect, test } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { batchIn, commandIn, isCode, wordsIn } from './commands.ts'

const words = { credit: wordsIn('créditer, top up, credit'), stop: wordsIn('arrêter, stop') }

test.each([
  ['credit gare 200', { verb: 'credit', who: 'gare', amount: 200 * EURO }],
  ['Créditer  Tabac de la Gare 1.250,50', { verb: 'credit', who: 'tabac de la gare', amount: 1250.5 * EURO }],
  ['top up gare', { verb: 'credit', who: 'gare', amount: undefined }],
  ['stop weiss', { verb: 'stop', who: 'weiss', amount: undefined }],
  // Stopping takes no amount: a number is part of the name.
  ['ARRÊTER kiosk 12', { verb: 'stop', who: 'kiosk 12', amount: undefined }],
  // Without a name the number is the name.
  ['credit 200', { verb: 'credit', who: '200', amount: undefined }],
  // An ambiguous amount: it is not guessed, so the screen asks for it.
  ['credit gare 1.000', { verb: 'credit', who: 'gare 1.000', amount: undefined }],
  ['credit gare -5', { verb: 'credit', who: 'gare -5', amount: undefined }],
])('the command %s is recognised', (typed, command) => {
  expect(commandIn(typed, words)).toEqual(command)
})

test.each(['credit', 'credits gare', 'gare 200', ''])('the text "%s" is no command', (typed) => {
  expect(commandIn(typed, words)).toBeUndefined()
})

test('a code to search is one word of at least six characters with four digits', () => {
  expect(['123456789012', 'AB-12345', 'N123456'].map(isCode)).toEqual([true, true, true])
  expect(['gare', 'credit gare 200', '12345', 'abcdefgh', 'kiosk12'].map(isCode)).toEqual([false, false, false, false, false])
})

test('a batch is searched by the word for a batch or #, followed by its number, and by nothing else', () => {
  const of = (typed: string) => batchIn(typed, wordsIn('Charge, lot'))
  expect(['charge 1043', 'Lot  A-77/3', '#12', '# 12'].map(of)).toEqual(['1043', 'a-77/3', '12', '12'])
  expect(['charge', 'chargen 12', '1043', '#', '#a', 'lotto'].map(of)).toEqual(Array(6).fill(undefined))
})
