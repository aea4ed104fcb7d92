import { expect, test } from 'vitest'
import { EURO, parsePercent } from '../../../contract/kit/money.ts'
import * as format from '../base/format.ts'
import { percentWire, readAmount } from './amount.ts'

test.each([
  ['12,5', 12.5],
  ['12.50', 12.5],
  ['1.234,56', 1234.56],
  ['1,234.56', 1234.56],
  ['1 234,56', 1234.56],
  ['1\u202f234,56\u00a0€', 1234.56],
  ["1'234.50", 1234.5],
  ['10', 10],
  ['0,5', 0.5],
  ['0,500', 0.5],
  ['1000,125', 1000.125],
  ['1.234.567', 1_234_567],
  ['12,3456', 12.3456],
  ['-18,20 €', -18.2],
])('the amount "%s" has only one possible meaning', (typed, euro) => {
  expect(readAmount(typed)).toEqual({ kind: 'amount', amount: Math.round(euro * EURO) })
})

test.each([
  ['1.000', 1000, 1],
  ['1,000', 1000, 1],
  ['12,345', 12_345, 12.345],
  ['-1.500', -1500, -1.5],
])('the amount "%s" is ambiguous, so the user is asked what it means', (typed, thousands, decimals) => {
  expect(readAmount(typed)).toEqual({ kind: 'ambiguous', choices: [thousands * EURO, Math.round(decimals * EURO)] })
})

test.each(['abc', '1e3', '1.2.3', '12,34567', '1.23,45,6', '1..5', '--1', '9999999999', '1.234.56', ','])('"%s" is not an amount', (typed) => {
  expect(readAmount(typed)).toEqual({ kind: 'unreadable' })
})

test('an empty amount field means no amount, not zero', () => {
  expect(readAmount('  ')).toEqual({ kind: 'blank' })
})

test.each([0, 5_000, 11_250, 93_755, 10_000_000, 12_345_600, -182_000, 10_001])(
  'a field that shows %i ten-thousandths of a euro is read back as the same amount',
  (amount) => {
    expect(readAmount(format.moneyInField(amount))).toEqual({ kind: 'amount', amount })
  },
)

test('a field shows an amount with at least two decimals, and never with three, which would read as thousands', () => {
  expect([0, 125_000, 11_250, 93_755, 40_000_0000].map(format.moneyInField)).toEqual(['0,00', '12,50', '1,1250', '9,3755', '40000,00'])
})

test.each([
  ['6,5', 650],
  ['6.50', 650],
  ['6,50 %', 650],
  ['6.50%', 650],
  ['6,50\u00a0%', 650],
  ['\t0,00\r\n', 0],
  ['100', 10_000],
])('%j from a spreadsheet is read as one percentage', (pasted, percent) => {
  expect(parsePercent(percentWire(pasted))).toBe(percent)
})

test.each(['6,5,0', '6.5.0', 'six', '1.000,00'])('"%s" is not a percentage', (pasted) => {
  expect(parsePercent(percentWire(pasted))).toBeUndefined()
})
