// Planned prices are entered in advance and applied on their day, in order and once, without any sale at the old price; a change that is no longer
// valid is held.
import { beforeEach, describe, expect, test } from 'vitest'
import { PLANNED_MAX } from '../../../../contract/goods/planned-prices.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { berlinDay, dayAfter } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import { goods, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { addAccount, refusalOf } from '../../../test/door.ts'
import { fileWorld } from '../../../test/world.ts'
import { planning } from './fixtures/planned-changes.ts'
import { putInForce } from './in-force.ts'

const w = await fileWorld()
const { people, needs, tomorrow, clear, nextDay, plan, own, list, sell, priceOf, states } = await planning(w)

beforeEach(clear)

describe('a price from a future day', () => {
  test('is listed as planned, changes nothing before its day, and applies on its day, in its author’s name', async () => {
    const corner = await goods(w, { pins: 5 })
    expect(await plan(corner, 600)).toEqual({ change_id: null, changed: 0, kept: [], renamed: false, state: 'planned' })
    expect(await list()).toMatchObject([
      { about: 'entries', name: 'Gold', valid_from: tomorrow(), state: 'coming', lines: [{ value: null, discount: 600 }], more: 0 },
    ])
    await putInForce(needs, 1)
    expect(await priceOf(corner)).toBe(9.5 * EURO)
    expect((await sell(corner)).price_unit).toBe(9.5 * EURO)
    await nextDay()
    await putInForce(needs, 1)
    expect(await priceOf(corner)).toBe(9.4 * EURO)
    expect(await states()).toEqual(['in_force'])
    const rows = await rowsOf<{ after: { state?: string }; username: string }>(
      w,
      `select after, username from audit where tenant_id = 1 and action = 'planUpdate' and after ? 'planned_id' order by id desc limit 2`,
    )
    expect(rows.map(({ after, username }) => [username, after.state ?? 'made'])).toEqual([
      ['nord', 'made'],
      ['nord', 'planned'],
    ])
  })

  test('is applied by the first sale after it is due, even before the job runs; control: without the check for due prices a sale pays the old price', async () => {
    const [corner, other] = [await goods(w, { pins: 5 }), await goods(w, { pins: 5 })]
    await plan(corner, 600)
    await nextDay()
    // The job has not run, so the sale itself applied the due change.
    expect((await sell(corner)).price_unit).toBe(9.4 * EURO)
    expect(await states()).toEqual(['in_force'])
    await plan(other, 600)
    await nextDay()
    expect(await refusalOf(sell(other, { price_seen: 9.5 * EURO })), 'the till has the old price').toBe('price_changed')
    const looks = 'when v_due && v_line.parent_ids'
    const third = await goods(w, { pins: 5 })
    await plan(third, 600)
    await nextDay()
    await sabotage(w, 'sell', looks, 'when false and v_due && v_line.parent_ids')
    expect((await sell(third)).price_unit, 'control').toBe(9.5 * EURO)
    await sabotage(w, 'sell', 'when false and v_due && v_line.parent_ids', looks)
    expect((await sell(third)).price_unit).toBe(9.4 * EURO)
    expect(await wrongs(w)).toEqual([])
  })

  test('applies to a basket too, and twenty simultaneous tills sell at the new price only', async () => {
    const corner = await goods(w, { pins: 60 })
    await plan(corner, 600)
    await nextDay()
    const { configuration_id } = corner
    const basket = await people.shop.calls.sellBasket({ ...(await people.shop.calls.transactionKey({})), lines: [{ configuration_id, quantity: 2 }] })
    expect(basket.sales.map(({ price_unit }) => price_unit)).toEqual([9.4 * EURO])
    await plan(corner, 700)
    await nextDay()
    const sold = await Promise.all(Array.from({ length: 20 }, () => sell(corner)))
    expect(new Set(sold.map(({ price_unit }) => price_unit))).toEqual(new Set([9.3 * EURO]))
  })

  test('makes the money function refuse sales by a server of an older version as busy; the sale’s key stays unused', async () => {
    const corner = await goods(w, { pins: 5 })
    await plan(corner, 600)
    await nextDay()
    const { session_id, customer_id: seller_id } = people.shop
    const [{ user_id = '' } = {}] = await rowsOf<{ user_id: string }>(w, 'select user_id from sessions where tenant_id = 1 and id = $1', [session_id])
    const purchase = { tenant_id: 1, key: newId(), user_id, session_id, seller_id, configuration_id: corner.configuration_id, quantity: 1, download_id: null }
    const sold = () => w.services.money.sell({ ...purchase, sale_id: newId() })
    expect(await sold()).toMatchObject({ code: 'busy' })
    await putInForce(needs, 1)
    expect(await sold(), 'the same key once it is made').toMatchObject({ code: 'sold', slip: { facts: { price_unit: 9.4 * EURO } } })
  })

  test('does not delay the shops of another reseller', async () => {
    const corner = await goods(w, { pins: 5 })
    await plan(corner, 600)
    await nextDay()
    await rowsOf(w, `update planned_prices set setters = array[$1::uuid] where tenant_id = 1`, [people.shop.customer_id])
    expect((await sell(corner)).price_unit).toBe(9.5 * EURO)
    expect(await states(), 'left to the job').toEqual(['coming'])
  })
})

describe('several planned prices', () => {
  test('are applied in the order of days, and within a day in the order of entry; a day that was missed, as after a restore, is made up for', async () => {
    const corner = await goods(w, { pins: 5 })
    await plan(corner, 700, { valid_from: dayAfter(tomorrow()) })
    await plan(corner, 600)
    await plan(corner, 650)
    const yesterdays = await rowsOf(w, `select * from planned_prices where tenant_id = 1`)
    await nextDay()
    await putInForce(needs, 1)
    expect(await priceOf(corner)).toBe(93_500)
    await nextDay()
    await putInForce(needs, 1)
    expect(await priceOf(corner)).toBe(9.3 * EURO)
    // Makes the database look as after restoring a backup of the first day: all changes are still to come, and the prices are the old ones.
    await rowsOf(w, `update planned_prices set state = 'coming', ended_at = null where tenant_id = 1`)
    await rowsOf(w, 'update plan_entries set discount = 500 where tenant_id = 1 and product_id = $1', [corner.product_id])
    expect(yesterdays).toHaveLength(3)
    expect((await sell(corner)).price_unit).toBe(9.3 * EURO)
    expect(await states()).toEqual(['in_force', 'in_force', 'in_force'])
    const made = await rowsOf<{ discount: string }>(
      w,
      `select after -> 'entries' ->> 0 as discount from audit
        where tenant_id = 1 and action = 'planUpdate' and after ? 'planned_id' and not after ? 'state' order by id desc limit 3`,
    )
    expect(made.map(({ discount }) => discount.slice(-6))).toEqual(['7.00 %', '6.50 %', '6.00 %'])
  })

  test('are applied once even by several servers; if the job is killed, the next run applies the rest; control: a change that is not marked as applied is applied again', async () => {
    const corner = await goods(w, { pins: 5 })
    for (const discount of [600, 610, 620]) await plan(corner, discount)
    await nextDay()
    const made = async () => (await rowsOf(w, `select from audit where tenant_id = 1 and action = 'planUpdate' and after ? 'entered_at'`)).length
    const before = await made()
    // Each copy of the database object acts as another server, because the queue of runs belongs to that object.
    const servers = Array.from({ length: 4 }, () => ({ ...needs, db: { ...w.db } }))
    await Promise.all(servers.map((server) => putInForce(server, 1)))
    expect(await made()).toBe(before + 3)
    expect(await priceOf(corner)).toBe(93_800)
    // The job is killed after the first of two changes.
    for (const discount of [630, 640]) await plan(corner, discount)
    await nextDay()
    let writes = 0
    const killed = {
      ...needs,
      db: { ...w.db, write: ((id, ask) => (++writes > 1 ? Promise.reject(new Error('killed')) : w.db.write(id, ask))) as typeof w.db.write },
    }
    await expect(putInForce(killed, 1)).rejects.toThrow('killed')
    expect(await states()).toEqual([...Array.from({ length: 4 }, () => 'in_force'), 'coming'])
    await putInForce(needs, 1)
    expect(await made()).toBe(before + 5)
    expect(await priceOf(corner)).toBe(93_600)
    await rowsOf(w, `update planned_prices set state = 'coming' where tenant_id = 1`)
    await putInForce(needs, 1)
    expect(await made(), 'control').toBe(before + 10)
  })

  test('can be at most PLANNED_MAX in number; a price that is entered a second time (after a lost answer) is planned once', async () => {
    const corner = await goods(w, { pins: 0 })
    await plan(corner, 600)
    await plan(corner, 600)
    expect(await list()).toHaveLength(1)
    for (let i = 1; i < PLANNED_MAX; i++) await plan(corner, i)
    await expect(plan(corner, 999)).rejects.toMatchObject({ code: 'planned_full', detail: { most: PLANNED_MAX } })
    await expect(own(corner, 10)).rejects.toMatchObject({ code: 'planned_full' })
  })
})

describe('a planned price before its day', () => {
  test('can be moved and withdrawn only by users who may change such prices', async () => {
    const corner = await goods(w, { pins: 5 })
    await plan(corner, 600)
    const [{ planned_id = '' } = {}] = await list()
    const later = dayAfter(tomorrow())
    const move = { planned_id, valid_from: later, tell_till: true, tell_mail: false }
    expect(await refusalOf((await w.signIn('sud')).calls.plannedChange(move))).toBe('not_found')
    const clerk = await w.signIn((await addAccount(w, 'nord', { flags: ['has_assign_product'] })).username)
    expect(await refusalOf(clerk.calls.plannedTakeBack({ planned_id })), 'may set own prices, no plans').toBe('forbidden')
    await people.nord.calls.plannedChange(move)
    expect(await list()).toMatchObject([{ valid_from: later, tell_till: true }])
    await nextDay()
    await putInForce(needs, 1)
    expect(await priceOf(corner)).toBe(9.5 * EURO)
    await people.nord.calls.plannedTakeBack({ planned_id })
    await nextDay()
    await putInForce(needs, 1)
    expect(await priceOf(corner)).toBe(9.5 * EURO)
    expect(await refusalOf(people.nord.calls.plannedTakeBack({ planned_id }))).toBe('changed_meanwhile')
  })

  test('cannot be entered for today, nor be withdrawn on its day', async () => {
    const corner = await goods(w, { pins: 5 })
    await expect(plan(corner, 600, { valid_from: berlinDay(w.clock.now()) })).rejects.toMatchObject({ problems: [{ field: 'valid_from', code: 'day_over' }] })
    await plan(corner, 600)
    const [{ planned_id = '' } = {}] = await list()
    await nextDay()
    expect(await refusalOf(people.nord.calls.plannedTakeBack({ planned_id }))).toBe('changed_meanwhile')
    expect((await sell(corner)).price_unit).toBe(9.4 * EURO)
  })
})
