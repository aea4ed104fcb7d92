// Rows of a multi top-up: no line of a file is lost, and a row keeps its key until that key stands for something else.
import { expect, test } from 'vitest'
import { SCALE } from '../../../contract/kit/money.ts'
import { amountOf, faultOf, isRefused, type MultiRow, namesIn, namesOf, newRow, openAgain, putRight, readRows, repeated } from './multi-rows.ts'

const names = namesOf(['kiosque', 'Çınar'])
const read = (text: string) => readRows(text, names).map(({ line, username, amount, note }) => [line, username, amount, note])

test('semicolons, tabs and commas are read alike, with a heading or without', () => {
  const wanted = [
    [2, 'kiosque', '11,50', ''],
    [3, 'gare', '7.25', ''],
  ]
  expect(read('identifiant;montant\nkiosque;11,50\ngare;7.25\n')).toEqual(wanted)
  expect(read('identifiant\tmontant\r\nkiosque\t11,50\r\ngare\t7.25')).toEqual(wanted)
  expect(read('user,amount\nkiosque,"11,50"\ngare,7.25')).toEqual(wanted)
  expect(read('\uFEFFkiosque;11,50;le loyer')).toEqual([[1, 'kiosque', '11,50', 'le loyer']])
})

test('every line that says something becomes a row and says what is wrong with it', () => {
  const rows = readRows('kiosque;abc\n;5\n\n;;\ngare;\ngare;1.000\nsud;-3\nport;2', names)
  expect(rows.map((row) => [row.line, faultOf(row)])).toEqual([
    [1, 'not_an_amount'],
    [2, 'no_name'],
    [5, 'no_amount'],
    [6, 'not_an_amount'],
    [7, 'not_an_amount'],
    [8, undefined],
  ])
})

test('a customer’s name is found however it is written', () => {
  expect(read('KIOSQUE;1\nÇINAR;2')).toEqual([
    [1, 'kiosque', '1', ''],
    [2, 'Çınar', '2', ''],
  ])
})

test('of two customers whose names are written alike, the one written so is meant, and otherwise nobody', () => {
  const alike = namesOf(['Çınar', 'cinar'])
  expect(readRows('Çınar;1\ncinar;2\nCINAR;3', alike).map(({ username }) => username)).toEqual(['Çınar', 'cinar', 'CINAR'])
})

test('whose names have to be known is in the text, a heading or not', () => {
  expect(namesIn('identifiant;montant\nKIOSQUE;abc\n;5\n')).toEqual(['identifiant', 'KIOSQUE', ''])
})

test('an amount is what is typed, above nothing and no more than one booking moves', () => {
  const amount = (text: string) => amountOf({ amount: text })
  expect([amount('12,5'), amount('0'), amount('10000000'), amount('10000000,01')]).toEqual([12.5 * SCALE, undefined, 10_000_000 * SCALE, undefined])
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
