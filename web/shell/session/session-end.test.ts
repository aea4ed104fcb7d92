import { expect, test } from 'vitest'
import { isNear, minutesLeft, nearerEnd, WARN_MS } from './session-end.ts'

test('a session ends after its idle time or after its longest duration, whichever comes first', () => {
  expect(nearerEnd(100, 200)).toEqual({ at: 100, kind: 'idle' })
  expect(nearerEnd(200, 100)).toEqual({ at: 100, kind: 'absolute' })
})

test('the end of a session is announced five minutes before it, and not earlier', () => {
  const end = nearerEnd(1_000_000, 9_000_000)
  expect(isNear(end, 1_000_000 - WARN_MS)).toBe(true)
  expect(isNear(end, 1_000_000 - WARN_MS - 1)).toBe(false)
})

test.each([
  [300_000, 5],
  [299_000, 5],
  [60_000, 1],
  [59_000, 0],
  [-5, 0],
])('%d ms before the end of a session the dialog shows %d minutes', (left, minutes) => {
  expect(minutesLeft({ at: left, kind: 'idle' }, 0)).toBe(minutes)
})
