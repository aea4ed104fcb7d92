import { expect, test } from 'vitest'
import { score } from './score.ts'

test.each([
  ['at the points of the tenth percentile', { fcp_ms: 1_800, lcp_ms: 2_500, blocking_ms: 200, shift: 0.1 }, 90],
  ['at the medians', { fcp_ms: 3_000, lcp_ms: 4_000, blocking_ms: 600, shift: 0.25 }, 50],
  ['at once and without a move', { fcp_ms: 0, lcp_ms: 0, blocking_ms: 0, shift: 0 }, 100],
  ['only blocked for ten seconds', { fcp_ms: 0, lcp_ms: 0, blocking_ms: 10_000, shift: 0 }, 67],
])('a page that loads %s scores as Lighthouse says', (_, load, expected) => {
  expect(score(load)).toBe(expected)
})
