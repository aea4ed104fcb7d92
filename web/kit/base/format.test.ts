import { expect, test } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import * as format from './format.ts'

const spaced = (text: string) => format.printable(text)

test('amounts are written the German way with two decimals', () => {
  expect(spaced(format.money(1_234.5 * EURO))).toBe('1.234,50 €')
  expect(spaced(format.money(-18.2 * EURO))).toBe('-18,20 €')
  expect(spaced(format.money(0))).toBe('0,00 €')
})

test('an exact amount shows up to four decimals, as far as they are not zero', () => {
  expect(spaced(format.moneyExact(93_755))).toBe('9,3755 €')
  expect(spaced(format.moneyExact(10 * EURO))).toBe('10,00 €')
})

test('times are shown in Berlin time, in winter and in summer', () => {
  expect(spaced(format.dateTime('2026-03-29T00:30:00Z'))).toBe('29.03.2026, 01:30')
  expect(spaced(format.dateTime('2026-03-29T01:30:00Z'))).toBe('29.03.2026, 03:30')
  expect(format.berlinDay(new Date('2026-06-30T22:30:00Z'))).toBe('2026-07-01')
})

test('percentages have a comma and counts have separators', () => {
  expect(spaced(format.percent(650))).toBe('6,50 %')
  expect(format.count(1_246)).toBe('1.246')
  expect(format.day('2026-11-21')).toBe('21.11.2026')
})

test('no figure or date contains a space at which a line could break', () => {
  const written = [format.money(1_234 * EURO), format.moneyExact(93_755), format.percent(650), format.change(-650), format.dateTime('2026-03-29T00:30:00Z')]
  expect(written.filter((text) => text.includes(' '))).toEqual([])
  expect(written.filter((text) => spaced(text).includes(' '))).toEqual(written)
})

test('a text that is cut ends in two dots', () => {
  expect(format.truncated('Lycamobile', 4)).toBe('Lyca..')
  expect(format.truncated('Lyca', 4)).toBe('Lyca')
})
