// The browser's estimate of the server's clock: right to the second, and never ahead.
import { afterEach, expect, test, vi } from 'vitest'
import { browserTime, heard, serverTime } from './server-clock.ts'

afterEach(() => void vi.useRealTimers())

const secondsTo = (at_ms: number, now_ms: number) => Math.ceil((at_ms - now_ms) / 1000)

test('a countdown of fifteen minutes never begins above fifteen; control: it does if the milliseconds that the Date header lacks are ignored', () => {
  vi.useFakeTimers({ now: 1_800_000_000_400 })
  const now = Date.now()
  const second = Math.floor(now / 1000) * 1000
  // The browser's clock is a minute slow, and the Date header is truncated to the second.
  heard(new Date(second + 60_000).toUTCString())
  const ends = [0, 1, 500, 999].map((ms) => second + 60_000 + ms + 15 * 60_000)
  for (const at of ends) expect(secondsTo(browserTime(at), now)).toBeLessThanOrEqual(900)
  for (const at of ends) expect(secondsTo(browserTime(at), now)).toBeGreaterThanOrEqual(898)
  expect(ends.some((at) => secondsTo(at - serverTime(0), now) > 900)).toBe(true)
})
