import { expect, test } from 'vitest'
import { createCheckPauses } from './check-pauses.ts'

/** Runs the check of a tenant in every minute of an hour as the job does, each taking `took` seconds; returns the number of checks, and their share of the time. */
async function hourOf(took: number) {
  let now = 0
  const pauses = createCheckPauses(() => now)
  let checks = 0
  const isOver = () => now >= 3_600_000
  while (!isOver()) {
    const minute = now
    if (!pauses.isPausing(1)) {
      checks++
      await pauses.timed(1, async () => {
        now += took * 1000
      })
    }
    now = Math.max(now, minute + 60_000)
  }
  return { checks, share: (checks * took * 1000) / now }
}

test('a check that takes up to three seconds runs every minute', async () => {
  expect(await hourOf(3)).toMatchObject({ checks: 60 })
})

test.each([4, 20, 45, 120])('a check that takes %i seconds runs again and again, in a tenth of the time at most', async (took) => {
  const { checks, share } = await hourOf(took)
  expect(checks).toBeGreaterThan(1)
  // The last check of the hour has no pause behind it yet.
  expect(share - (took * 1000) / 3_600_000).toBeLessThanOrEqual(0.1)
})

test('a long check that fails pauses as well, other tenants do not pause, and a short check ends the pause', async () => {
  let now = 0
  const pauses = createCheckPauses(() => now)
  const lasting = (ms: number, error?: Error) => async () => {
    now += ms
    if (error) throw error
  }
  await expect(pauses.timed(1, lasting(10_000, new Error('too long')))).rejects.toThrow('too long')
  expect([pauses.isPausing(1), pauses.isPausing(2)]).toEqual([true, false])
  now += 89_999
  expect(pauses.isPausing(1)).toBe(true)
  now += 1
  expect(pauses.isPausing(1)).toBe(false)
  await pauses.timed(1, lasting(10_000))
  await pauses.timed(1, lasting(100))
  expect(pauses.isPausing(1)).toBe(false)
})
