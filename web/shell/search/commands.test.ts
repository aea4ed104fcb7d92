// Tests what commands typed in the palette mean.
import { expect, test } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { batchIn, commandIn, creditIn, isCode, isNumber, wordsIn } from './commands.ts'

const words = { credit: wordsIn('créditer, top up, credit'), stop: wordsIn('arrêter, stop') }

test.each([
  ['credit gare 200', { verb: 'credit', who: 'gare', amount: 200 * EURO }],
  ['Créditer  Tabac de la Gare 1.250,50', { verb: 'credit', who: 'tabac de la gare', amount: 1250.5 * EURO }],
  ['top up gare', { verb: 'credit', who: 'gare', amount: undefined }],
  ['stop weiss', { verb: 'stop', who: 'weiss', amount: undefined }],
  // The command "stop" has no amount, so a number is part of the name.
  ['ARRÊTER kiosk 12', { verb: 'stop', who: 'kiosk 12', amount: undefined }],
  // If there is no name, the number is taken as the name.
  ['credit 200', { verb: 'credit', who: '200', amount: undefined }],
  // "1.000" is ambiguous and is not guessed, so the screen asks for the amount.
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

test.each([
  ['50 kiosque', 'kiosque', 50],
  ['kiosque gare 12,50', 'kiosque gare', 12.5],
  ['50 € Kiosk Süd', 'kiosk sud', 50],
  ['BÜFE 1.250,00', 'bufe', 1250],
])('the line "%s" means a credit to "%s" of %d', (typed, who, euros) => {
  expect(creditIn(typed)).toEqual({ verb: 'credit', who, amount: euros * EURO })
})

// A line with an ambiguous amount is no command, because the amount is not guessed; and a number alone is not the name of a customer.
test.each(['50', '50 60', 'kiosque', 'kiosque 1.000', '0 kiosque', '-5 kiosque', ''])('the line "%s" means no credit', (typed) => {
  expect(creditIn(typed)).toBeUndefined()
})

test('a text counts as the number of a document or sale if it has a digit and is no PIN', () => {
  expect(['GS-2026-CD651DB7-00002', '1043', 'A7K-93F', '12/2026'].map(isNumber)).toEqual([true, true, true, true])
  expect(['gare', '12', '1234567890123456', 'kiosk 12'].map(isNumber)).toEqual([false, false, false, false])
})
