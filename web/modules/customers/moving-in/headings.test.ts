// Tests that tables of a move from another system are recognised by the names of their fields in five languages, and that ambiguous amounts are not guessed.
import { expect, test } from 'vitest'
import { moveColumns, movePriceColumns } from '../../../../contract/customers/moving-in.ts'
import { languages } from '../../../../contract/kit/languages.ts'
import { allTexts } from '../../../i18n/texts.ts'
import { nameAmong } from '../../../kit/base/field-names.ts'
import { recognise } from './headings.ts'

const table = (header: string[], ...rows: string[][]) =>
  recognise({ file: 'old.csv', sheet: '', rounded: 0, header, rows: rows.map((cells, i) => ({ row: i + 2, cells })) })
const nameIn = (language: (typeof languages)[number], column: string) =>
  allTexts[language].get(`customers.moving.columns.${column}`) ??
  nameAmong(Object.fromEntries([...allTexts[language]].flatMap(([key, text]) => (key.startsWith('fields.') ? [[key.slice(7), text]] : []))), column) ??
  column

test.each(languages)('the column titles of the moving-in templates in %s are recognised, each as its own column', (language) => {
  const cells = moveColumns.map((column) => (column === 'balance' || column === 'credit_limit' ? '1.00' : column))
  const customers = table(
    moveColumns.map((column) => nameIn(language, column)),
    cells,
  )
  expect(customers).toMatchObject({ kind: 'customers', missing: [], unread: [], rows: [{ line: 2, cells }] })
  const prices = table(
    movePriceColumns.map((column) => nameIn(language, column)),
    ['kiosk', 'Card', '10', '5', 'Gold'],
  )
  expect(prices).toMatchObject({ kind: 'prices', missing: [], unread: [], rows: [{ cells: ['kiosk', 'Card', '10.00', '5', 'Gold'] }] })
})

test('columns of a moving-in table may be in any order and some may be missing; unknown titles are reported', () => {
  const read = table(['Saldo', 'Kundenname', 'Farbe', 'Benutzer'], ['1.234,50 €', 'Kiosk', 'rot', 'kiosk'])
  expect(read).toMatchObject({ kind: 'customers', missing: ['email', 'mobile'], unread: ['Farbe'] })
  expect(read.rows[0]?.cells.slice(0, 2)).toEqual(['Kiosk', 'kiosk'])
  expect(read.rows[0]?.cells[moveColumns.indexOf('balance')]).toBe('1234.50')
})

test('an amount such as 1.000, which may mean a thousand or one, is sent with a question mark and not as an amount', () => {
  const balanceOf = (cell: string) => table(['name', 'username', 'balance'], ['Kiosk', 'kiosk', cell]).rows[0]?.cells[moveColumns.indexOf('balance')]
  expect(['1.000', '1,000', '1000', '1.000,00', 'EUR 12,5', '', 'x'].map(balanceOf)).toEqual(['1.000 ?', '1,000 ?', '1000.00', '1000.00', '12.50', '', 'x'])
})

test('a debt may be written with a minus before or behind it, or in brackets; a bracket that is not closed is not read as a debt', () => {
  const balanceOf = (cell: string) => table(['name', 'username', 'balance'], ['Kiosk', 'kiosk', cell]).rows[0]?.cells[moveColumns.indexOf('balance')]
  expect(['-125,40', '−125,40', '– 125,40 €', '125,40-', '125.40 - ', '(125,40)', '(125,40'].map(balanceOf)).toEqual([...Array(6).fill('-125.40'), '(125,40'])
})

test('titles in the first row of data are found; a table of PINs is recognised as stock, a table of anything else as unknown', () => {
  const bare = table([], ['user', 'product', 'discount'], ['kiosk', 'Card', '5'])
  expect(bare).toMatchObject({ kind: 'prices', rows: [{ line: 3, cells: ['kiosk', 'Card', '', '5', ''] }] })
  expect(table(['plan', 'product', 'discount'], ['Gold', 'Card', '5'])).toMatchObject({ kind: 'prices', missing: [] })
  expect(table(['product', 'discount'], ['Card', '5'])).toMatchObject({ kind: 'prices', missing: ['username'] })
  expect(table(['PIN', 'Serial'], ['1234567890123456', '1']).kind).toBe('stock')
  expect(table(['Colour'], ['red']).kind).toBe('unknown')
})
