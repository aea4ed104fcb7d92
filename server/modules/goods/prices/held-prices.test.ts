// A planned change of prices that is no longer valid on its day is held, and its organisation is notified. No change is dropped without notice, and none is
// made that would be refused if it were entered on that day.
import { beforeEach, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { goods, rowsOf } from '../../../test/arrange.ts'
import { addAccount } from '../../../test/door.ts'
import { fileWorld } from '../../../test/world.ts'
import { planning } from './fixtures/planned-changes.ts'
import { putInForce } from './in-force.ts'

const w = await fileWorld()
const { people, needs, tomorrow, clear, nextDay, plan, own, list, sell, priceOf, states } = await planning(w)
const helper = await addAccount(w, 'nord', { flags: ['has_discount_slab', 'has_assign_product', 'has_customers'] })
const second = await addAccount(w, 'nord', { internal_role: 0 })

beforeEach(clear)

describe('a planned price that is no longer valid on its day is held and reported', () => {
  const notices = async () => (await people.nord.calls.noticesList({})).content.filter(({ kind }) => kind === 'prices_held').length

  test('if its author has lost the right; control: an author who has the right gets the price applied', async () => {
    const [corner, other] = [await goods(w, { pins: 5 }), await goods(w, { pins: 5 })]
    const by = await w.signIn(helper.username)
    await plan(corner, 600, {}, by)
    await nextDay()
    await putInForce(needs, 1)
    expect(await priceOf(corner), 'control').toBe(9.4 * EURO)
    await plan(other, 600, {}, await w.signIn(helper.username))
    const told = await notices()
    await rowsOf(w, `update users set flags = '{has_customers}' where tenant_id = 1 and id = $1`, [helper.user_id])
    await nextDay()
    expect((await sell(other)).price_unit, 'sold on at the old price').toBe(9.5 * EURO)
    expect(await list()).toMatchObject([{ state: 'held', why: 'right' }, { state: 'in_force' }])
    expect(await notices()).toBe(told + 1)
    // Somebody who has the right sets a new day for the change, and on that day it is made.
    await people.nord.calls.plannedChange({ planned_id: (await list())[0]?.planned_id ?? '', valid_from: tomorrow(), tell_till: false, tell_mail: false })
    await nextDay()
    expect((await sell(other)).price_unit).toBe(9.4 * EURO)
  })

  test('if the price would now be below cost', async () => {
    const corner = await goods(w, { pins: 5 })
    await plan(corner, 700)
    await rowsOf(w, `update queue_heads set cost_unit = 95000 where tenant_id = 1 and configuration_id = $1`, [corner.configuration_id])
    await nextDay()
    await putInForce(needs, 1)
    expect(await list()).toMatchObject([{ state: 'held', why: 'below_cost' }])
    expect(await priceOf(corner)).toBe(9.5 * EURO)
  })

  test('if its plan no longer exists; planned prices entered after it are still applied', async () => {
    const [corner, other] = [await goods(w, { pins: 5 }), await goods(w, { pins: 5 })]
    await plan(corner, 600)
    await plan(other, 600)
    await rowsOf(
      w,
      `update planned_prices set input = jsonb_set(input, '{discount_plan_id}', '"01890000-0000-7000-8000-000000000000"')
      where tenant_id = 1 and id = (select id from planned_prices where tenant_id = 1 order by id limit 1)`,
    )
    await nextDay()
    expect((await sell(other)).price_unit).toBe(9.4 * EURO)
    expect(await states()).toEqual(['held', 'in_force'])
  })

  test('unless the price was entered below cost with a second person’s approval: such a price is applied on its day', async () => {
    const corner = await goods(w, { pins: 5 })
    expect(await own(corner, 900)).toMatchObject({ state: 'waiting' })
    expect(await list()).toEqual([])
    const person = await w.signIn(second.username)
    const [request] = (await person.calls.creditRequestsList({ filters: { state: 'waiting' } })).content
    await person.calls.creditRequestDecide({ request_id: request?.request_id ?? '', action: 'approve' })
    expect(await list()).toMatchObject([{ about: 'own', state: 'coming', valid_from: tomorrow() }])
    expect(await priceOf(corner)).toBe(9.5 * EURO)
    await nextDay()
    expect((await sell(corner)).price_unit).toBe(9.1 * EURO)
  })
})
