// Amounts are read as they are written, and our cost is never rounded down.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { euros, jsonNumber, readJson, unitsOf } from './digits.ts'

describe('a JSON text', () => {
  test('is read as JSON.parse reads it, except that numbers stay texts', () => {
    const withTexts = (value: unknown): unknown => {
      if (typeof value === 'number') return JSON.stringify(value)
      if (Array.isArray(value)) return value.map(withTexts)
      return value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([name, of]) => [name, withTexts(of)])) : value
    }
    fc.assert(fc.property(fc.json(), (text) => void expect(readJson(text)).toEqual(withTexts(JSON.parse(text)))))
  })

  test('that is invalid is refused, even a text with a hundred thousand escaped quotes', () => {
    for (const text of ['', '{', '{"a":}', '"', '"\\', '1 2', '{"a" 1}', `"${'\\"'.repeat(100_000)}`]) expect(readJson(text)).toBeUndefined()
  })
})

describe('an amount', () => {
  test('is converted to euros at the supplier’s rate, and our cost is rounded up', () => {
    expect([euros('3.60'), euros('3.6', '0.92'), euros('0.1', '1.00001'), euros('0.00001'), euros('0')]).toEqual([36_000, 33_120, 1001, 1, 0])
    expect([euros('9.99e2'), euros('5.4E-1'), euros('54e+1'), euros('1.50e0'), euros('0e5')]).toEqual([9_990_000, 5_400, 5_400_000, 15_000, 0])
    expect([euros('0.00004', '1', 'nearest'), euros('0.00005', '1', 'nearest')]).toEqual([0, 1])
  })

  test('is refused unless it is a decimal with a point, or one with an exponent, of reasonable length', () => {
    for (const text of ['', '-1', '1e21', '1e', '1,5', ' 1', '1.', '.5', 'NaN', '9'.repeat(21), '1000000001'])
      expect([text, euros(text)]).toEqual([text, undefined])
    expect([euros('1', '0'), euros('1', '-1'), euros('1', 'x')]).toEqual([undefined, undefined, undefined])
  })

  test('in euros is converted to the supplier’s units, never to units that are worth more than the euros', () => {
    expect([unitsOf(10 * EURO), unitsOf(10 * EURO, '0.92'), unitsOf(5 * EURO, '1', 0), unitsOf(500)]).toEqual(['10.00', '10.86', '5', '0.05'])
    const rates = fc.integer({ min: 1, max: 9_999_999 }).map((n) => `0.${String(n).padStart(7, '0')}`)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 * EURO }),
        rates,
        (money, rate) => void expect(euros(unitsOf(money, rate) ?? '', rate)).toBeLessThanOrEqual(money),
      ),
    )
  })

  test('is sent as a JSON number only if the number then has exactly the same digits', () => {
    expect([jsonNumber('3.10'), jsonNumber('6035'), jsonNumber('0')]).toEqual([3.1, 6035, 0])
    for (const text of ['12345678901234567890', '0.1234567890123456789', '1e5', '', 'x', '9'.repeat(30)]) expect(() => jsonNumber(text)).toThrow()
  })
})
