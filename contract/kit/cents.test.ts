import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apart, difference, marginOf, partOf, parts, toCents } from './cents.ts'

const amount = fc.oneof(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: -300, max: 300 }))
const added = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)

describe('amounts in whole cents', () => {
  test('are rounded half away from zero, and never become minus zero', () => {
    expect([138_349, 138_350, 138_351, -138_350, -138_349, 49, -49].map(toCents)).toEqual([138_300, 138_400, 138_400, -138_400, -138_300, 0, 0])
    expect(Object.is(toCents(-49), 0)).toBe(true)
  })

  test('that are parts of a sum add up to that sum, which is rounded once, and no part is off by more than a cent', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 60 }), (amounts) => {
        const shown = parts(amounts)
        expect(added(shown)).toBe(toCents(added(amounts)))
        for (const [i, one] of shown.entries()) {
          expect(one % 100 === 0).toBe(true)
          expect(Math.abs(one - (amounts[i] ?? 0))).toBeLessThanOrEqual(100)
        }
      }),
    )
  })

  test('control: do not add up to their sum if the parts are rounded separately', () => {
    const amounts = [138_345, 138_345, 138_345, 138_345]
    expect(added(amounts.map(toCents))).not.toBe(toCents(added(amounts)))
    expect(parts(amounts)).toEqual([138_300, 138_400, 138_300, 138_400])
  })

  test('in two columns: the differences between the columns, as shown, add up to the difference between the totals, as shown', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount), { maxLength: 60 }), (rows) => {
        const [ones, others] = [parts(rows.map(([one]) => one)), parts(rows.map(([, other]) => other))]
        const differences = ones.map((one, i) => one - (others[i] ?? 0))
        expect(added(differences)).toBe(difference(added(rows.map(([one]) => one)), added(rows.map(([, other]) => other))))
      }),
    )
    expect(difference(73_499_067, 21_048_757)).toBe(73_499_100 - 21_048_800)
    expect(marginOf(276_690, 26_690)).toBe(276_700 - 250_000)
  })

  test('are the same for a row, on whatever page of the list the row is', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 30 }), fc.nat(), (amounts, at) => {
        const i = at % amounts.length
        expect(partOf(amounts[i] ?? 0, added(amounts.slice(0, i + 1)))).toBe(parts(amounts)[i])
      }),
    )
  })

  test('are sent beside exact amounts only if they differ from plain rounding', () => {
    expect(apart({ name: 'a', sold: 138_345, face: 150_000, bought: null }, { name: 'a', sold: 138_300, face: 150_000, bought: null })).toEqual({
      sold: 138_300,
    })
    expect(apart({ face: 150_000 }, { face: 150_000 })).toBeUndefined()
  })
})
