import { expect, test } from 'vitest'
import { score } from './score.ts'

test.each([
  ['at the tenth percentile of each figure', { fcp_ms: 1_800, lcp_ms: 2_500, blocking_ms: 200, shift: 0.1 }, 90],
  ['at the median of each figure', { fcp_ms: 3_000, lcp_ms: 4_000, blocking_ms: 600, shift: 0.25 }, 50],
  ['of zero milliseconds and without layout shifts', { fcp_ms: 0, lcp_ms: 0, blocking_ms: 0, shift: 0 }, 100],
  ['of zero milliseconds that is blocked for ten seconds', { fcp_ms: 0, lcp_ms: 0, blocking_ms: 10_000, shift: 0 }, 67],
])('a page that loads with the figures %s gets the score that Lighthouse gives it', (_, load, expected) => {
  expect(score(load)).toBe(expected)
})
