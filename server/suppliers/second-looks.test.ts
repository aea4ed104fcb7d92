// A supplier's final answer is checked again an hour and a day later, and its statement of a day is read again after three days. An order that the
// supplier has reversed meanwhile becomes a case.
import { expect, test } from 'vitest'
import { berlinDay } from '../kit/berlin.ts'
import { readStatements } from '../modules/live/statements/statements.ts'
import { rowsOf, wrongs } from '../test/arrange.ts'
import { LEASE_MS, liveWorld, topUp } from '../test/live-world.ts'

const live = await liveWorld()
const { w, sim, server, purchase, pass, connection_id } = live
const [HOUR, DAY] = [3_600_000, 86_400_000]

/** Sells to a number whose ending determines the outcome, and waits until its supplier has ended the order. */
async function ended(ending = '100'): Promise<string> {
  const asked = purchase()
  await server().sell(asked, topUp(ending))
  pass(3_000)
  await server().ask(1, asked.key)
  return asked.key
}
async function job(ms: number): Promise<void> {
  pass(ms)
  const next = server()
  while ((await next.takeUp(1)) > 0) await next.idle()
}
const turn = (external_id: string, to: string) => sim.control('turn', { external_id, to })
const casesOf = async (key: string) =>
  (await rowsOf<{ kind: string }>(w, 'select kind from cases where tenant_id = 1 and key = $1 and statement_id is null', [key])).map(({ kind }) => kind)
const orderOf = async (key: string) =>
  (await rowsOf<{ state: string; next_at: Date | null }>(w, 'select state, next_at from live_orders where tenant_id = 1 and key = $1', [key]))[0]

test.each([
  ['an hour', HOUR, 0],
  ['a day', 2 * HOUR, DAY],
])('an order that the supplier refused under its own reference and delivered after all is found after %s', async (_, before, after) => {
  const key = await ended('103')
  expect((await orderOf(key))?.state).toBe('refused')
  if (after > 0) await job(before)
  expect(await casesOf(key)).toEqual([])
  turn(key, 'COMPLETED')
  await job(after > 0 ? after : before)
  expect(await casesOf(key)).toEqual(['late_delivery'])
})

test.each([
  ['an hour', HOUR, 0],
  ['a day', 2 * HOUR, DAY],
])('a sold order that the supplier reverses without a message is found after %s', async (_, before, after) => {
  const key = await ended()
  expect((await orderOf(key))?.state).toBe('delivered')
  if (after > 0) await job(before)
  expect(await casesOf(key)).toEqual([])
  turn(key, 'REVERSED')
  await job(after > 0 ? after : before)
  expect([await casesOf(key), (await orderOf(key))?.state]).toEqual([['late_refusal'], 'reversed'])
  expect(await wrongs(w)).toEqual([])
})

test.each([
  ['whose answer was lost', () => sim.fault('create', 'status_500', true), 0],
  ['that was dearer than agreed', () => undefined, 1],
])('an order %s is cancelled and checked later by the supplier’s own reference; if it was delivered after all, a case is opened', async (_, strike, less) => {
  const asked = { ...purchase(), cost: live.cost - less }
  strike()
  await server().sell(asked, topUp())
  await job(11 * 60_000)
  expect(await orderOf(asked.key)).toMatchObject({ state: 'refused' })
  turn(asked.key, 'COMPLETED')
  await job(HOUR)
  expect(await casesOf(asked.key)).toEqual(['late_delivery'])
})

test('an order is no longer checked after a day, and is never checked if the supplier has given it no reference of its own', async () => {
  const keys = [await ended(), await ended('103')]
  sim.control('balance', { available: 0 })
  const { key: nameless, ...more } = purchase()
  await server().sell({ ...more, key: nameless }, topUp())
  expect(await orderOf(nameless)).toMatchObject({ state: 'refused', next_at: null })
  await job(HOUR)
  for (const key of keys) expect((await orderOf(key))?.next_at).not.toBeNull()
  await job(DAY + LEASE_MS)
  for (const key of keys) expect((await orderOf(key))?.next_at).toBeNull()
  const before = sim.times('transaction')
  await job(2 * DAY)
  expect(sim.times('transaction')).toBe(before)
})

test('the supplier is asked about open orders before ended orders are checked', async () => {
  const old = await ended()
  pass(2 * HOUR)
  const asked = purchase()
  await server().sell(asked, topUp('200'))
  pass(LEASE_MS)
  const taken = await w.services.money.takeOrders(1, { id: asked.key, until: new Date(w.clock.now().getTime() + 1) }, { is_due: true, most: 1 })
  expect(taken.map(({ key }) => key)).toEqual([asked.key])
  expect(old).not.toBe(asked.key)
})

test('a day’s statement is read again after three days, once, and an order reversed since then becomes a case', async () => {
  const key = await ended()
  const day = berlinDay(w.clock.now())
  await rowsOf(w, `update connections set created_at = now() - interval '9 days' where tenant_id = 1`)
  const needs = { db: w.db, suppliers: server().suppliers, clock: w.clock.now, log: w.services.log }
  const cases = () => rowsOf<{ kind: string }>(w, 'select kind from cases where tenant_id = 1 and key = $1 and statement_id is not null', [key])
  const readOn = async () =>
    (
      await rowsOf<{ day: string }>(
        w,
        `select to_char(read_at at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day from statements where tenant_id = 1 and connection_id = $1 and day = $2`,
        [connection_id, day],
      )
    )[0]?.day
  pass(DAY)
  await readStatements(needs, 1)
  const first = await readOn()
  expect([first, await cases()]).toEqual([berlinDay(w.clock.now()), []])
  turn(key, 'REVERSED')
  pass(2 * DAY)
  await readStatements(needs, 1)
  expect([await readOn(), await cases()]).toEqual([first, []])
  pass(DAY)
  await readStatements(needs, 1)
  const again = await readOn()
  expect([again, await cases()]).toEqual([berlinDay(w.clock.now()), [{ kind: 'state' }]])
  pass(DAY)
  await readStatements(needs, 1)
  expect(await readOn()).toBe(again)
})

test('a negative balance at a supplier is shown and reported as low, and is not taken for a balance that the supplier did not report', async () => {
  const platform = await w.signIn('platform', { host: 'platform.localhost' })
  await platform.calls.tenantChoose({ tenant_id: 1 })
  sim.control('balance', { available: -12 })
  expect(await platform.calls.connectionTest({ connection_id })).toEqual({ test_outcome: 'done', balance: -120_000 })
  const [row] = (await platform.calls.connectionsList({ filters: { connection_id } })).content
  expect(row).toMatchObject({ balance: -120_000 })
  const told = await rowsOf<{ data: object }>(w, `select data from notices where tenant_id = 1 and kind = 'supplier_low'`)
  expect(told).toMatchObject([{ data: { balance: '-12.00' } }])
})
