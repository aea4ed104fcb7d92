// Tests how commands that are typed in the palette are understood.
import { expect, test } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { batchIn, commandIn, creditIn, isCode, isNumber, wordsIn } from './commands.ts'

const words = { credit: wordsIn('créditer, top up, credit'), stop: wordsIn('arrêter, stop') }

test.each([
  ['credit gare 200', { verb: 'credit', who: 'gare', amount: 200 * EURO }],
  ['Créditer  Tabac de la Gare 1.250,50', { verb: 'credit', who: 'tabac de la gare', amount: 1250.5 * EURO }],
  ['top up gare', { verb: 'credit', who: 'gare', amount: undefined }],
  ['stop weiss', { verb: 'stop', who: 'weiss', amount: undefined }],
  // The command "stop" has no amount, so a number after it is part of the name.
  ['ARRÊTER kiosk 12', { verb: 'stop', who: 'kiosk 12', amount: undefined }],
  // If no name is typed, the number is taken as the name.
  ['credit 200', { verb: 'credit', who: '200', amount: undefined }],
  // "1.000" is ambiguous and not guessed, so it stays part of the name and the screen asks for the amount.
  ['credit gare 1.000', { verb: 'credit', who: 'gare 1.000', amount: undefined }],
  ['credit gare -5', { verb: 'credit', who: 'gare -5', amount: undefined }],
])('the palette recognises the command %s', (typed, command) => {
  expect(commandIn(typed, words)).toEqual(command)
})

test.each(['credit', 'credits gare', 'gare 200', ''])('the palette recognises no command in the text "%s"', (typed) => {
  expect(commandIn(typed, words)).toBeUndefined()
})

test('a text counts as a code to look up if it is one word of at least six characters with at least four digits', () => {
  expect(['123456789012', 'AB-12345', 'N123456'].map(isCode)).toEqual([true, true, true])
  expect(['gare', 'credit gare 200', '12345', 'abcdefgh', 'kiosk12'].map(isCode)).toEqual([false, false, false, false, false])
})

test('a batch is searched only by the word for a batch, or #, followed by the batch’s number', () => {
  const of = (typed: string) => batchIn(typed, wordsIn('Charge, lot'))
  expect(['charge 1043', 'Lot  A-77/3', '#12', '# 12'].map(of)).toEqual(['1043', 'a-77/3', '12', '12'])
  expect(['charge', 'chargen 12', '1043', '#', '#a', 'lotto'].map(of)).toEqual(Array(6).fill(undefined))
})

test.each([
  ['50 kiosque', 'kiosque', 50],
  ['kiosque gare 12,50', 'kiosque gare', 12.5],
  ['50 € Kiosk Süd', 'kiosk sud', 50],
  ['BÜFE 1.250,00', 'bufe', 1250],
])('the palette reads "%s" as a credit to "%s" of %d', (typed, who, euros) => {
  expect(creditIn(typed)).toEqual({ verb: 'credit', who, amount: euros * EURO })
})

// A line is read as a credit only if it has an amount above 0 and a name with a letter. The amount must be unambiguous, because amounts are not guessed.
test.each(['50', '50 60', 'kiosque', 'kiosque 1.000', '0 kiosque', '-5 kiosque', ''])('the palette reads no credit in the line "%s"', (typed) => {
  expect(creditIn(typed)).toBeUndefined()
})

test('one word of at least three characters counts as the number of a document or sale if it contains a digit and is no PIN', () => {
  expect(['GS-2026-CD651DB7-00002', '1043', 'A7K-93F', '12/2026'].map(isNumber)).toEqual([true, true, true, true])
  expect(['gare', '12', '1234567890123456', '1234567890', '123456789012AB', 'kiosk 12'].map(isNumber)).not.toContain(true)
  expect(['2026112800/17', '20261128001-DE', '2026112800.1'].map(isNumber)).not.toContain(false)
})
