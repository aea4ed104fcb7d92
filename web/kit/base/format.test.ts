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

test('figures are written exactly as Intl writes them in German, except that a figure that is rounded to zero has no sign', () => {
  const intl = (least: number, most: number) => new Intl.NumberFormat('de-DE', { minimumFractionDigits: least, maximumFractionDigits: most })
  const euro4 = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR', minimumFractionDigits: 2, maximumFractionDigits: 4 })
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let i = 0; i < 5_000; i++) {
    const amount = Math.round((random() - 0.5) * 10 ** (1 + Math.floor(random() * 14)))
    const value = amount / 1_000
    const unsigned = (text: string) => text.replace(/^-(?=[0,]+(\s|$))/, '')
    expect(format.moneyExact(amount)).toBe(unsigned(euro4.format(amount / EURO)))
    expect(format.percent(amount)).toBe(`${unsigned(intl(2, 2).format(amount / 100))}\u00a0%`)
    expect([format.count(amount), format.decimal(value)]).toEqual([unsigned(intl(0, 0).format(amount)), unsigned(intl(1, 1).format(value))])
  }
  expect([format.count(-0.4), format.money(-1), format.count(-0)]).toEqual(['0', '0,00\u00a0€', '0'])
  expect([format.money(Number.NaN), format.percent(1 / 0), format.count(1e-9)]).toEqual(['NaN\u00a0€', 'Infinity\u00a0%', '0'])
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
