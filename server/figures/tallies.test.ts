// The length of the period that each step of a tally's job adds, when the job has much to catch up with.
import { expect, test } from 'vitest'
import { stepAfter } from './tallies.ts'

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

/** The lengths of the steps in which a year is added. `took_ms` says how long a step of a given length takes. */
function stepsOfAYear(took_ms: (step_ms: number) => number): number[] {
  const steps: number[] = []
  for (let [at, step_ms] = [0, HOUR_MS]; at < YEAR_MS; step_ms = stepAfter(step_ms, took_ms(step_ms))) {
    steps.push(step_ms)
    at += step_ms
  }
  return steps
}

test('the tally’s job adds a year of a small shop in fewer than eighty steps', () => {
  expect(stepsOfAYear(() => 3).length).toBeLessThan(80)
})

test('a step of the tally’s job takes half a second at most in a large shop; if even one hour is slow, every step adds a single hour', () => {
  const perHour = 20
  const steps = stepsOfAYear((step_ms) => (step_ms / HOUR_MS) * perHour)
  expect(Math.max(...steps)).toBeLessThanOrEqual((500 / perHour) * HOUR_MS)
  expect(steps.length).toBeLessThan(8_760)
  expect(new Set(stepsOfAYear(() => 400))).toEqual(new Set([HOUR_MS]))
})
