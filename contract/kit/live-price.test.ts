// Prices of live goods: rounding never brings a price below cost, every price is a multiple of its step, and every price equals the result of a second, plain
// calculation.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coversCost, livePrice, type PriceRule, roundings } from './live-price.ts'
import { EURO } from './money.ts'

const rule: PriceRule = { price_by: 'cost', margin_percent: 1_000, margin_amount: 0, rounding: 'five_cents' }
const told = { cost_from: 4.37 * EURO, cost_to: 4.37 * EURO, retail_from: 5 * EURO, retail_to: 5 * EURO }
const CENTS = { cent: 1, five_cents: 5, ten_cents: 10, fifty_cents: 50, euro: 100, ninety_nine: 100 } as const

test('the price of a live product is cost plus margin, rounded up to the step of its rule', () => {
  const priced = (more: Partial<PriceRule>) => (livePrice({ ...rule, ...more }, told) ?? 0) / EURO
  expect(priced({})).toBe(4.85)
  expect(priced({ rounding: 'cent' })).toBe(4.81)
  expect(priced({ rounding: 'fifty_cents' })).toBe(5)
  expect(priced({ rounding: 'ninety_nine' })).toBe(4.99)
  expect(priced({ margin_percent: 0, margin_amount: 0.63 * EURO, rounding: 'euro' })).toBe(5)
  expect(priced({ margin_percent: 0, margin_amount: 0.64 * EURO, rounding: 'euro' })).toBe(6)
  expect(priced({ price_by: 'retail' })).toBe(5)
  expect(livePrice({ ...rule, margin_percent: -10_000 }, told)).toBeNull()
  expect(livePrice({ ...rule, price_by: 'retail' }, { ...told, retail_from: null, retail_to: null })).toBeNull()
})

test('the price of an amount within a range grows in proportion to its cost', () => {
  const ranged = { cost_from: 2 * EURO, cost_to: 20 * EURO, retail_from: 2.5 * EURO, retail_to: 25 * EURO }
  expect(livePrice({ ...rule, price_by: 'retail' }, ranged, 8 * EURO)).toBe(10 * EURO)
  expect(livePrice(rule, ranged, 8 * EURO)).toBe(8.8 * EURO)
  expect(coversCost({ ...rule, price_by: 'retail' }, { ...ranged, retail_to: 19 * EURO })).toBe(false)
})

const amount = fc.integer({ min: 1, max: 100_000 * EURO })
test('rounding never brings a price below cost plus margin, and adds at most one step', () =>
  fc.assert(
    fc.property(
      amount,
      fc.integer({ min: -5_000, max: 50_000 }),
      fc.integer({ min: -EURO, max: EURO }),
      fc.constantFrom(...roundings),
      (cost, percent, more, rounding) => {
        const price = livePrice({ price_by: 'cost', margin_percent: percent, margin_amount: more, rounding }, { ...told, cost_from: cost, cost_to: cost })
        const exact = cost + (cost * percent) / 10_000 + more
        if (price === null) {
          expect(exact).toBeLessThanOrEqual(0)
          return
        }
        expect(price).toBeGreaterThanOrEqual(exact)
        expect(price - exact).toBeLessThan((CENTS[rounding] * EURO) / 100 + 1)
        expect((price + (rounding === 'ninety_nine' ? 100 : 0)) % ((CENTS[rounding] * EURO) / 100)).toBe(0)
      },
    ),
  ))
