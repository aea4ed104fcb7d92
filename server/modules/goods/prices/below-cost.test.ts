// Selling below cost: a price below cost needs two people, whichever call sets it, and the loss by such sales in a day is limited.

import { beforeEach, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { type Corner, giveWallet, goods, organisationId, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { addAccount, refusalOf } from '../../../test/door.ts'
import { fileWorld } from '../../../test/world.ts'

const ALL = 10_000
const w = await fileWorld()
const nord = await w.signIn('nord')
const second = await w.signIn((await addAccount(w, 'nord', { internal_role: 0 })).username)
let shop = await w.signIn('kiosque')
const kiosque = shop.customer_id
await giveWallet(w, kiosque, 10_000 * EURO)
beforeEach(async () => {
  for (const table of ['credit_requests', 'below_cost_days']) await rowsOf(w, `delete from ${table} where tenant_id = 1`)
})

const waiting = async (person = second) => (await person.calls.creditRequestsList({ filters: { state: 'waiting' } })).content
const approve = async (person = second) => person.calls.creditRequestDecide({ request_id: (await waiting(person))[0]?.request_id ?? '', action: 'approve' })
const priceOf = async ({ configuration_id, product_id }: Corner, customer_id = kiosque) =>
  (await nord.calls.assignedProducts({ customer_id, filters: { product_id } })).content.find((row) => row.configuration_id === configuration_id)?.price
const give = ({ product_id }: Corner, discount: number, person = nord) =>
  person.calls.assignedChange({ action: 'add', customer_ids: [kiosque], pad_list: [{ product_id, discount }] })
const sell = async ({ configuration_id }: Corner, quantity: number) =>
  shop.calls.sell({ transaction_key: (await shop.calls.transactionKey({})).transaction_key, configuration_id, quantity })
const planOf = async (name: string) => (await nord.calls.plansList({ search_text: name })).content[0]?.discount_plan_id ?? ''

describe('a price below cost', () => {
  test('for one customer changes nothing until a second person approves it', async () => {
    const corner = await goods(w, { pins: 30 })
    expect(await give(corner, ALL)).toMatchObject({ changed: 0, state: 'waiting' })
    expect(await give(corner, ALL), 'asked once').toMatchObject({ changed: 0, state: 'waiting' })
    expect(await priceOf(corner)).toBe(9.5 * EURO)
    expect(await waiting()).toMatchObject([
      { type: 'own_prices', customer_id: kiosque, below: [{ price: 0, cost: 9.2 * EURO, value: 10 * EURO }], amount: null },
    ])
    expect(await refusalOf(approve(nord))).toBe('own_request')
    await approve()
    expect(await priceOf(corner)).toBe(0)
  })

  test('has to be approved once, and not again if the same price is set again; a price that covers the cost need not be approved', async () => {
    const corner = await goods(w, { pins: 30 })
    expect(await give(corner, 800)).toMatchObject({ changed: 1, state: 'done' })
    expect(await give(corner, 801)).toMatchObject({ state: 'waiting' })
    await approve()
    expect(await give(corner, 801)).toMatchObject({ changed: 0, state: 'done' })
    expect(await give(corner, 500)).toMatchObject({ changed: 1, state: 'done' })
  })

  test('has to be approved when a plan is changed, when a change of a plan is undone, and when a customer gets a plan', async () => {
    const corner = await goods(w, { pins: 30 })
    const gold = await planOf('gold')
    const set = (discount: number) => nord.calls.planUpdate({ discount_plan_id: gold, entries: [{ product_id: corner.product_id, discount }] })
    expect(await set(ALL)).toEqual({ change_id: null, changed: 0, kept: [], renamed: false, state: 'waiting' })
    expect(await priceOf(corner)).toBe(9.5 * EURO)
    await approve()
    expect(await priceOf(corner)).toBe(0)
    const { change_id } = await set(500)
    expect(await nord.calls.planUpdate({ discount_plan_id: gold, undo: change_id ?? '' })).toMatchObject({ state: 'waiting' })
    const { discount_plan_id } = await nord.calls.planAdd({ plan_name: 'For nothing', copy_of: gold })
    const empty = { discount_plan_id, entries: [{ product_id: corner.product_id, discount: ALL }] }
    expect(await nord.calls.planUpdate(empty), 'nobody has it yet').toMatchObject({ state: 'done' })
    expect(await nord.calls.assignedChange({ action: 'plan', customer_ids: [kiosque], discount_plan_id })).toMatchObject({ changed: 0, state: 'waiting' })
    const { version } = await nord.calls.customerDetails({ customer_id: kiosque })
    await expect(nord.calls.customerUpdate({ customer_id: kiosque, version, plan_id: discount_plan_id })).rejects.toMatchObject({
      problems: [{ field: 'plan_id', code: 'below_cost' }],
    })
    expect(await priceOf(corner)).toBe(9.5 * EURO)
  })

  test('is set without approval where the organisation has only one manager, and the log says so', async () => {
    const corner = await goods(w, { pins: 30 })
    const sud = await w.signIn('sud')
    const port = await organisationId(w, 'port')
    expect(await sud.calls.assignedChange({ action: 'add', customer_ids: [port], pad_list: [{ product_id: corner.product_id, discount: ALL }] })).toMatchObject(
      {
        changed: 1,
        state: 'done',
      },
    )
    const [row] = await rowsOf(
      w,
      `select after from audit where tenant_id = 1 and action = 'assignedChange' and after ? 'second_person' order by id desc limit 1`,
    )
    expect(row).toMatchObject({ after: { second_person: 'nobody', below_cost: [expect.stringContaining('0.00 < 9.50')] } })
  })
})

describe('sales below cost', () => {
  /** Tries one sale of thirty cards and then twelve sales of one card each; returns how many cards are sold. */
  async function tries(corner: Corner) {
    const refused = [await refusalOf(sell(corner, 30))]
    for (let i = 0; i < 12; i++) refused.push(await refusalOf(sell(corner, 1)))
    return { sold: refused.slice(1).filter((code) => code === undefined).length + (refused[0] === undefined ? 30 : 0), codes: [...new Set(refused)] }
  }

  test('are refused once a customer’s daily loss is used up, and are possible again the next day', async () => {
    const corner = await goods(w, { pins: 100, discount: ALL })
    expect(await tries(corner)).toEqual({ sold: 10, codes: ['below_cost_limit', undefined] })
    w.clock.advance(24 * 60 * 60_000)
    shop = await w.signIn('kiosque')
    expect((await tries(corner)).sold).toBe(10)
    expect(await wrongs(w)).toEqual([])
  })

  test('stop at the daily limit even if twenty tills sell at the same time', async () => {
    const corner = await goods(w, { pins: 100, discount: ALL })
    const done = await Promise.allSettled(Array.from({ length: 20 }, () => sell(corner, 1)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  test('are the only ones that store a daily loss: sales that just cover the cost store none', async () => {
    const corner = await goods(w, { pins: 100, discount: 800 })
    expect((await tries(corner)).sold).toBe(42)
    expect(await rowsOf(w, 'select 1 from below_cost_days where tenant_id = 1')).toEqual([])
  })

  test('control: sell all forty-two cards at a price of zero if the loss is not checked', async () => {
    const corner = await goods(w, { pins: 100, discount: ALL })
    await sabotage(w, 'sell', 'if v_is_below and not has_loss_left(', 'if false and not has_loss_left(')
    expect((await tries(corner)).sold).toBe(42)
  })
})
