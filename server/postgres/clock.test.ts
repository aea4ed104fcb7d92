// All servers use the database's clock, and a server that does not know the time does no work that needs it.
import { describe, expect, test } from 'vitest'
import { world } from '../test/world.ts'
import { createDatabaseClock, timeOf } from './clock.ts'

const NOON = Date.parse('2026-11-22T12:00:00Z')

/** A fake machine and database. `ahead`: how far the machine's clock is ahead; `way`: how long an answer takes, both in ms. */
function told({ ahead = 0, way = 0 } = {}) {
  const at = { wall: NOON + ahead, steady: 1_000, database: NOON, way, isGone: false }
  const pass = (ms: number) => {
    for (const each of ['wall', 'steady', 'database'] as const) at[each] += ms
  }
  const ask = async () => {
    if (at.isGone) throw new Error('gone')
    const said = at.database
    pass(at.way)
    return said
  }
  return { at, pass, ...createDatabaseClock(ask, { wall: () => at.wall, steady: () => at.steady }) }
}
const time = ({ clock }: { clock: () => Date }) => clock().getTime()

describe('the server’s time', () => {
  test('is the database’s time, even if the machine’s clock is a little off, and goes on between two answers', async () => {
    for (const ahead of [0, 3_000, -3_000]) {
      const t = told({ ahead })
      await t.measure()
      t.pass(4_000)
      expect([time(t), t.off(), t.ready().ok]).toEqual([NOON + 4_000, ahead, true])
    }
  })

  test('does not go back after a slow answer: it stands still until the measured time has caught up', async () => {
    const t = told()
    await t.measure()
    t.pass(31_000)
    t.at.way = 190
    const asking = t.measure()
    const before = time(t)
    await asking
    expect(time(t)).toBe(before)
    t.pass(100)
    expect(time(t)).toBe(before + 5)
  })

  test('goes back if both the machine’s clock and the database’s clock were set back', async () => {
    const t = told()
    await t.measure()
    const before = time(t)
    for (const each of ['wall', 'database'] as const) t.at[each] -= 60_000
    await t.measure()
    expect(time(t)).toBe(before - 60_000)
  })

  test('is unknown before the database’s first answer, and on a machine whose clock is far off until that clock is corrected', async () => {
    const t = told({ ahead: -3_600_000 })
    expect(() => t.clock()).toThrow('busy')
    await t.measure()
    expect(() => t.clock()).toThrow('busy')
    expect(t.ready()).toEqual({ name: 'clock', ok: false, detail: 'this machine’s clock is -3600 s ahead of the database’s' })
    t.at.wall += 3_600_000
    await t.measure()
    expect([time(t), t.trouble()]).toEqual([NOON, null])
  })

  test('counts as unknown at once when the machine’s clock is set back', async () => {
    const t = told()
    await t.measure()
    t.at.wall -= 24 * 3_600_000
    expect(() => t.clock()).toThrow('busy')
    await t.measure()
    expect(t.ready().ok).toBe(false)
  })

  test('is asked for again at once after the machine has slept', async () => {
    const t = told()
    await t.measure()
    t.at.wall += 600_000
    t.at.database += 600_000
    expect(() => t.clock()).toThrow('busy')
    await t.measure()
    expect(time(t)).toBe(NOON + 600_000)
  })

  test('is unknown after a minute without an answer from the database', async () => {
    const t = told()
    await t.measure()
    t.at.isGone = true
    t.pass(59_000)
    await t.measure().catch(() => undefined)
    expect(time(t)).toBe(NOON + 59_000)
    t.pass(2_000)
    expect(() => t.clock()).toThrow('busy')
  })

  test('is taken from a slow answer only if there is no recent quick answer', async () => {
    const t = told()
    await t.measure()
    t.at.way = 4_000
    t.at.database += 1_500
    await t.measure()
    expect(time(t)).toBe(NOON + 4_000)
    t.pass(31_000)
    await t.measure()
    expect(Math.abs(time(t) - t.at.database)).toBeLessThanOrEqual(2_000)
  })
})

test('a server that does not know the time signs nobody in and answers that it is busy; control: a server that knows the time signs people in', async () => {
  const t = told({ ahead: 60_000 })
  await t.measure()
  const lost = await world({ clock: t.clock })
  await expect(lost.anonymous().login({ username: 'nord', password: 'Demo!2026' })).rejects.toMatchObject({ status: 503, code: 'busy' })
  await lost.end()
  const real = createDatabaseClock(() => asked())
  const w = await world({ clock: real.clock })
  const asked = timeOf(w.db)
  await real.measure()
  expect(Math.abs(real.off())).toBeLessThan(2_000)
  await w.signIn('nord')
  real.stop()
  await w.end()
})
