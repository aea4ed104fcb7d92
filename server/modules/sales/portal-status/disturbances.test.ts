// Disturbances as a job records them each minute, and gaps between its runs.
import { beforeEach, describe, expect, test } from 'vitest'
import { STATUS_DAYS } from '../../../../contract/sales/portal-status.ts'
import { berlinDay, dayBegins } from '../../../kit/berlin.ts'
import { newId, newIdAt } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { topUpsThere } from '../../../test/top-ups.ts'
import { fileWorld } from '../../../test/world.ts'
import { topUpSupplier } from './fixtures/supplier.ts'
import { measure, watchGap } from './portal-status.ts'

const MINUTE = 60_000
const KEPT = 11_000

const w = await fileWorld()
await topUpsThere(w)
const needs = { ...w.services, db: w.db }

beforeEach(async () => {
  // Each test begins an hour later, so that the measurements of the test before no longer count.
  w.clock.advance(61 * MINUTE)
  await rowsOf(w, 'delete from disturbances where tenant_id = 1')
})

const { unanswered } = await topUpSupplier(w)

describe('the days of the status page', () => {
  /** The days of the part `top_ups`, read after the kept answer has expired. */
  const days = async () => {
    w.clock.advance(KEPT)
    return (await w.anonymous().portalStatus({})).parts.find(({ part }) => part === 'top_ups')?.days ?? []
  }
  const since = async () => (await rowsOf<{ n: number }>(w, 'select count(*)::int as n from disturbances where tenant_id = 1'))[0]?.n

  test('show each disturbance from its first to its last measurement, however often it is measured', async () => {
    await unanswered()
    await measure(needs, 1)
    w.clock.advance(2 * MINUTE)
    await measure(needs, 1)
    w.clock.advance(10 * MINUTE)
    await measure(needs, 1)
    expect((await days()).reduce((sum, { minutes }) => sum + minutes, 0)).toBeGreaterThanOrEqual(12)
    expect((await days())[0]?.state).toBe('down')
    expect(await since()).toBe(1)
    w.clock.advance(60 * MINUTE)
    expect((await days()).reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(14)
  })

  test('show one disturbance if a part fails and recovers within minutes, and two if hours lie between', async () => {
    const bad = async () => {
      await unanswered()
      await measure(needs, 1)
    }
    const good = async () => {
      w.clock.advance(6 * MINUTE)
      await measure(needs, 1)
    }
    await bad()
    await good()
    await bad()
    await good()
    expect(await since()).toBe(1)
    w.clock.advance(120 * MINUTE)
    await bad()
    expect(await since()).toBe(2)
  })

  test('go back ninety days, and older disturbances are forgotten', async () => {
    const day = 24 * 60 * MINUTE
    const at = (ago: number) => new Date(w.clock.now().getTime() - ago * day)
    for (const ago of [0.01, STATUS_DAYS - 2, STATUS_DAYS + 2])
      await rowsOf(w, `insert into disturbances values (1, $1, 'top_ups', 'disturbed', $2, $2)`, [newId(), at(ago)])
    expect((await days()).length).toBe(2)
    await measure(needs, 1)
    expect(await since()).toBe(2)
  })

  test('divide a disturbance over midnight in Berlin between its two days', async () => {
    const midnight = dayBegins(berlinDay(w.clock.now())).getTime()
    const times = [newId(), new Date(midnight - 10 * MINUTE), new Date(midnight + 5 * MINUTE)]
    await rowsOf(w, `insert into disturbances values (1, $1, 'top_ups', 'down', $2, $3)`, times)
    expect((await days()).map(({ minutes }) => minutes)).toEqual([10, 5])
  })

  test('record a disturbance once, even if three servers measure at the same time', async () => {
    await unanswered()
    await Promise.all([measure(needs, 1), measure(needs, 1), measure(needs, 1)])
    expect(await since()).toBe(1)
  })
})

describe('a gap between two measurements', () => {
  const gaps = () =>
    rowsOf<{ minutes: number }>(w, `select (extract(epoch from ended_at - began_at) / 60)::int as minutes from disturbances where part = 'till'`)
  beforeEach(async () => {
    await watchGap(needs)
    await rowsOf(w, 'delete from disturbances where tenant_id = 1')
  })

  test('of twenty minutes is recorded as a time in which the portal was down, once; a gap of two minutes is not', async () => {
    w.clock.advance(2 * MINUTE)
    await watchGap(needs)
    expect(await gaps()).toEqual([])
    w.clock.advance(20 * MINUTE)
    await Promise.all([watchGap(needs), watchGap(needs)])
    expect(await gaps()).toEqual([{ minutes: 20 }])
  })

  test('is not recorded if something was stored meanwhile, for example by a server of an older version, which does not measure', async () => {
    w.clock.advance(10 * MINUTE)
    await rowsOf(
      w,
      'insert into exchanges select tenant_id, $1, connection_id, key, call, method, path, asked, outcome, reason, status, answer, attempt, duration_ms, at from exchanges where tenant_id = 1 limit 1',
      [newIdAt(w.clock.now())],
    )
    w.clock.advance(10 * MINUTE)
    await watchGap(needs)
    expect(await gaps()).toEqual([])
  })

  test('is not recorded after a restore, because nobody knows what happened since the backup', async () => {
    w.clock.advance(20 * MINUTE)
    await rowsOf(w, `insert into restores (tenant_id, id, cause, held_at) values (1, $1, 'restored', $2)`, [newId(), w.clock.now()])
    await watchGap(needs)
    expect(await gaps()).toEqual([])
    await rowsOf(w, 'delete from restores where tenant_id = 1')
  })
})
