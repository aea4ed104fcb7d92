// The cost of a product whose amount can be chosen: it grows in proportion to the amount, and always stays within the supplier's bounds.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountProblem, costAt } from './amounts.ts'

const arrives = { from: '4.00', to: '40.00', step: '1', unit: 'SGD' }
const cost = { from: 27_000, to: 270_000 }

test('the two ends of an amount range have their own costs; an amount between has a proportional cost in whole cents, and a larger amount never costs less', () => {
  expect([costAt(arrives, cost, '4'), costAt(arrives, cost, '40.00'), costAt(arrives, cost, '22')]).toEqual([27_000, 270_000, 148_500])
  const amount = fc.integer({ min: 4, max: 40 })
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 0, max: 500_000 }), (one, other, from, more) => {
      const bounds = { from, to: from + more }
      const [less, most] = [Math.min(one, other), Math.max(one, other)].map((each) => costAt(arrives, bounds, String(each)))
      return less !== undefined && most !== undefined && less >= from && most <= bounds.to && less <= most
    }),
  )
})

test('an amount outside its range or between its steps is refused, and the problem names the rule; a product with a fixed amount needs no amount', () => {
  const codes = ['3', '41', '4.5', '12.00', undefined].map((amount) => amountProblem(arrives, amount)?.code)
  expect(codes).toEqual(['too_small', 'too_big', 'not_in_steps', undefined, 'required'])
  expect(amountProblem({ ...arrives, to: arrives.from }, undefined)).toBeUndefined()
})
