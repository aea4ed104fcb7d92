import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { CSV_MARK, csvRow, csvTexts } from './csv.ts'

const ROWS = [
  ['plain', '', '12,50', '-3'],
  ['a;b', 'say "no"', 'two\nlines', '=1+1'],
  ['+cmd', '@SUM(A1)', '\tx', '\uFF1Dx'],
]
const LINE = /^("([^"]|"")*"(;|\r\n))+$/

test('every cell of a CSV file is quoted and read back unchanged, and no cell is a formula', () => {
  const csv = `${CSV_MARK}${ROWS.map(csvRow).join('')}`
  for (const row of ROWS) expect(csvRow(row)).toMatch(LINE)
  expect(parse(csv, { bom: true, delimiter: ';' })).toEqual([ROWS[0], ['a;b', 'say "no"', 'two\nlines', `'=1+1`], [`'+cmd`, `'@SUM(A1)`, `'\tx`, `'\uFF1Dx`]])
  expect('plain;cell\r\n').not.toMatch(LINE)
})

test('csvTexts marks a cell as text even if it looks like a number or a formula, and nothing in the cell can undo the mark', () => {
  const line = csvTexts(['0012', '";=1+1;"'])
  expect(line).toMatch(LINE)
  expect(parse(line, { delimiter: ';' })).toEqual([['="0012"', '=""";=1+1;"""']])
})
