// Tests the adapter for both generations of PJ Telesoft's interface with the simulator: cards, error numbers, and all faults in the course of an order.
import { afterAll, describe, expect, test } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { pjTelesoft as simulator } from '../../../simulators/pj-telesoft.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { newId } from '../../kit/ids.ts'
import { FAULTS, hasty, netOf, type Played, reach, suffers, turnedAway, weathered } from '../../test/live-suppliers.ts'
import type { Order } from '../supplier.ts'
import { createPjTelesoft } from './pj-telesoft.ts'

const simulated = await simulator()
const { to, exchanges } = reach(simulated)
afterAll(() => simulated.close())
const sign = { ...to, username: 'portal', password: 'sandbox' }

/** For each generation, a card of ten euros as its interface names it. */
const GENERATIONS = [
  { generation: 1, product_id: '1079', route: 'POST /json/getpin' },
  { generation: 2, product_id: '11', route: 'POST /api/purchase/' },
] as const

describe.each(GENERATIONS)('PJ Telesoft, generation $generation', ({ generation, product_id, route }) => {
  const supplier = createPjTelesoft({ ...sign, generation })
  const order: Order = { product_id, quantity: 1, amount: null, recipient: {} }
  const played: Played = { supplier, simulated, route, order }
  const refusedBy = async (asked: Partial<Order> = {}) => {
    const answer = await supplier.create(newId(), { ...order, ...asked })
    return answer.outcome === 'refused' ? answer.code : answer.outcome
  }

  test('the catalogue has cards whose prices of seven decimals are read to the ten-thousandth', async () => {
    const list = await supplier.list()
    if (list.outcome !== 'done') throw new Error(JSON.stringify(list))
    expect(list.value).toHaveLength(4)
    expect(list.value.find((product) => product.product_id === product_id)).toMatchObject({
      ...{ name: 'Nordfunk 10.00 EUR', retail: { from: 10 * EURO, to: 10 * EURO }, cost: { from: 96_500, to: 96_500 } },
    })
    expect(await supplier.quote(order)).toMatchObject({ outcome: 'done', value: { cost: 96_500 } })
  })

  test('a PIN is delivered with its zeros, and is not in the log', async () => {
    const answer = await supplier.create(newId(), order)
    if (answer.outcome !== 'done' || answer.value.state !== 'delivered') throw new Error(JSON.stringify(answer))
    const { pin = '', facts } = answer.value.delivery
    expect(pin).toMatch(/^00\d{12}$/)
    expect(answer.value.cost).toBe(96_500)
    expect(facts).toMatchObject({ batch: '123530', instructions: expect.stringContaining('*104*') })
    expect(JSON.stringify(exchanges)).not.toContain(pin)
    expect(JSON.stringify(exchanges)).not.toContain('sandbox')
  })

  test.each(FAULTS)('an order that meets the fault $kind (carried out at the supplier: $done) ends as delivered, once', async (fault) => {
    expect((await suffers(played, fault)).last).toMatchObject({ outcome: 'done', value: { state: 'delivered' } })
  })

  test('forty orders with random faults all end, and the supplier’s journal agrees with the answer to each', async () => {
    expect(await weathered(played, 5)).toBeGreaterThan(20)
  })

  test('control: an adapter that treats silence as a refusal contradicts the supplier’s journal', async () => {
    const after = { kind: 'hang', done: true, says: 'refused' } as const
    await expect(suffers({ ...played, supplier: hasty(supplier) }, after)).rejects.toThrow('said refused, but the supplier says 1')
  })

  test('the answer “reference already used” is not a refusal: the state of the first order decides', async () => {
    const reference = newId()
    await supplier.create(reference, order)
    expect(await supplier.create(reference, order)).toEqual({ outcome: 'unknown', reason: 'ORDERED_BEFORE' })
    expect(netOf(played, reference)).toBe(1)
  })

  test('an order whose PIN was lost stays unknown until a person decides, if the supplier shows PINs once', async () => {
    const reference = newId()
    simulated.tune({ rereads: false })
    simulated.fault(route, 'cut', true)
    expect(await supplier.create(reference, order)).toMatchObject({ outcome: 'unknown' })
    expect(await supplier.status(reference)).toMatchObject({ outcome: 'unknown', reason: 'PIN_NOT_SHOWN', named: {} })
    expect(await supplier.cancel(reference, '1')).toMatchObject({ outcome: 'refused', code: 'over' })
    simulated.tune({ rereads: true })
    expect(netOf(played, reference)).toBe(1)
  })

  test('a refusal has the supplier’s reason, and a refused question about an order leaves the order unchanged', async () => {
    expect(await refusedBy({ quantity: 2 })).toBe('our_mistake')
    expect(await refusedBy({ product_id: '99' })).toBe('our_mistake')
    simulated.tune({ balance: '5.50' })
    expect(await refusedBy()).toBe('our_balance')
    expect(await supplier.balance()).toMatchObject({ outcome: 'done', value: { available: 55_000, held: 0 } })
    simulated.tune({ balance: '5000.00' })
    const wrong = createPjTelesoft({ ...sign, generation, password: 'no' })
    expect(await wrong.create(newId(), order)).toMatchObject({ outcome: 'refused', code: 'our_mistake' })
    expect(await turnedAway(wrong)).toBe(true)
  })

  test('the statement of a day equals the journal, and a day without sales has no lines', async () => {
    const days = [...new Set(simulated.journal().map(({ at }) => berlinDay(new Date(at))))]
    const all = await Promise.all(days.map((day) => supplier.statement(day)))
    const lines = all.flatMap((answer) => (answer.outcome === 'done' ? [...answer.value] : []))
    const said = (rows: readonly { reference: string | null; supplier_reference: string }[]) =>
      rows.map((row) => `${row.reference} ${row.supplier_reference}`).sort()
    expect(said(lines)).toEqual(said(simulated.journal()))
    expect(await supplier.statement('2020-01-01')).toEqual({ outcome: 'done', value: [] })
  })
})

test('a sold-out card is refused and no longer listed', async () => {
  simulated.tune({ empty: '2011' })
  for (const { generation, product_id } of [
    { generation: 1, product_id: '2011' },
    { generation: 2, product_id: '13' },
  ] as const) {
    const supplier = createPjTelesoft({ ...sign, generation })
    expect(await supplier.create(newId(), { product_id, quantity: 1, amount: null, recipient: {} })).toMatchObject({ code: 'not_available' })
    expect(await supplier.list()).toMatchObject({ outcome: 'done', value: expect.not.arrayContaining([expect.objectContaining({ product_id })]) })
  }
})

test('a token that is rejected in the middle of an order is fetched again', async () => {
  const supplier = createPjTelesoft({ ...sign, generation: 2 })
  await supplier.balance()
  simulated.tune({ forget_tokens: true })
  expect(await supplier.create(newId(), { product_id: '11', quantity: 1, amount: null, recipient: {} })).toMatchObject({ outcome: 'done' })
})
