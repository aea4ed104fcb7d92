// Tests reading a list of credits for many customers from a file: no line is lost and no amount is misread.
import { expect, test } from 'vitest'
import { namesIn, namesOf, readRows } from './multi-file.ts'
import { faultOf } from './multi-rows.ts'

const names = namesOf(['kiosque', 'Çınar'])
const read = async (text: string) => (await readRows(text, names)).map(({ line, username, amount, note }) => [line, username, amount, note])

test('a file with semicolons, tabs or commas gives the same rows, with or without a heading', async () => {
  const wanted = [
    [2, 'kiosque', '11,50', ''],
    [3, 'gare', '7.25', ''],
  ]
  expect(await read('identifiant;montant\nkiosque;11,50\ngare;7.25\n')).toEqual(wanted)
  expect(await read('identifiant\tmontant\r\nkiosque\t11,50\r\ngare\t7.25')).toEqual(wanted)
  expect(await read('user,amount\nkiosque,"11,50"\ngare,7.25')).toEqual(wanted)
  expect(await read('\uFEFFkiosque;11,50;le loyer')).toEqual([[1, 'kiosque', '11,50', 'le loyer']])
})

test('a quoted text is one cell, even if it contains separators, quotes or line ends', async () => {
  const wanted = [
    [2, 'kiosque', '11,50', 'loyer; "mai", acompte'],
    [3, 'Bar "Le Port"', '1.234,50', 'deux lignes'],
    [5, 'gare', '7.25', ''],
  ]
  const cells = [
    ['user', 'amount', 'note'],
    ['kiosque', '11,50', 'loyer; ""mai"", acompte'],
    ['Bar ""Le Port""', '1.234,50', 'deux\nlignes'],
    [' '],
    ['gare', '7.25', ''],
  ]
  for (const separator of [';', ',', '\t', '; '])
    for (const end of ['\r\n', '\n', '\r']) {
      const text = cells.map((row) => row.map((cell) => `"${cell}"`).join(separator) + end).join('')
      expect(await read(text), JSON.stringify([separator, end])).toEqual(wanted)
      expect(await read(`\uFEFF${text.trimEnd()}`)).toEqual(wanted)
    }
})

test('in a file separated by commas, an unquoted decimal comma stays inside its amount, but a note that is a number is not joined to it', async () => {
  expect(await read('kiosque,11,50\ngare,1.234,50 €,loyer\nport,7.25,loyer\nsud,5,\nest,1,000\n"ouest","11","50"\n"nord",11,50,"un, deux"')).toEqual([
    [1, 'kiosque', '11,50', ''],
    [2, 'gare', '1.234,50 €', 'loyer'],
    [3, 'port', '7.25', 'loyer'],
    [4, 'sud', '5', ''],
    [5, 'est', '1,000', ''],
    [6, 'ouest', '11', '50'],
    [7, 'nord', '11,50', 'un, deux'],
  ])
  expect((await read('kiosque,11,50\ngare, 7,25,loyer')).map(([, , amount, note]) => [amount, note])).toEqual([
    ['11,50', ''],
    ['7,25', 'loyer'],
  ])
  expect((await readRows('est,1,000', names)).map(faultOf)).toEqual(['not_an_amount'])
})

test('a quote inside a cell is an ordinary character, and an unclosed quote does not join later lines to its cell', async () => {
  expect(await read('kiosque;5;tube 5" noir\ngare;6')).toEqual([
    [1, 'kiosque', '5', 'tube 5" noir'],
    [2, 'gare', '6', ''],
  ])
  expect((await read('"kiosque;5\ngare;6\n')).map(([line, , amount]) => [line, amount])).toEqual([
    [1, '5'],
    [2, '6'],
  ])
})

test('in a file of credits every line with content becomes a row, with its problems', async () => {
  const rows = await readRows('kiosque;abc\n;5\n\n;;\ngare;\ngare;1.000\nsud;-3\nport;2', names)
  expect(rows.map((row) => [row.line, faultOf(row)])).toEqual([
    [1, 'not_an_amount'],
    [2, 'no_name'],
    [5, 'no_amount'],
    [6, 'not_an_amount'],
    [7, 'not_an_amount'],
    [8, undefined],
  ])
})

test('a user name in a file finds its customer whether written in capital or small letters', async () => {
  expect(await read('KIOSQUE;1\nÇINAR;2')).toEqual([
    [1, 'kiosque', '1', ''],
    [2, 'Çınar', '2', ''],
  ])
})

test('if two user names differ only in case or accents, a name in the file finds the one that is exactly equal, otherwise no customer', async () => {
  const alike = namesOf(['Çınar', 'cinar'])
  expect((await readRows('Çınar;1\ncinar;2\nCINAR;3', alike)).map(({ username }) => username)).toEqual(['Çınar', 'cinar', 'CINAR'])
})

test('the user names to look up are read from the text, with or without a heading', async () => {
  expect(await namesIn('identifiant;montant\nKIOSQUE;abc\n;5\n')).toEqual(['identifiant', 'KIOSQUE', ''])
})
