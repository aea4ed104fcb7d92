// Tests the adapter of the neutral format (an interface that many suppliers share) with its simulator: PINs that are shown once, recharges that end later, and
// all faults in the course of an order.
import { afterAll, describe, expect, test } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { softApi as simulator } from '../../../simulators/soft-api.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { newId } from '../../kit/ids.ts'
import { FAULTS, hasty, netOf, type Played, reach, settled, suffers, turnedAway, weathered } from '../../test/live-suppliers.ts'
import type { Order } from '../supplier.ts'
import { createSoftApi } from './soft-api.ts'

const simulated = await simulator()
const { to, exchanges } = reach(simulated)
afterAll(() => simulated.close())
const sign = { username: 'portal', password: 'sandbox' }
const supplier = createSoftApi({ name: 'soft_api', ...to, ...sign, country: 'DE', rateOf: () => undefined })

const seller = { shop: 'shop-1', terminal: 'till-1' }
const PIN: Order = { product_id: 'pin:p101-10', quantity: 1, amount: null, recipient: {}, seller }
const recharge = (number: string): Order => ({ product_id: 'recharge:p401-15', quantity: 1, amount: null, recipient: { number }, seller })
const DELAYED = '+4915550000100'

const pins: Played = { supplier, simulated, route: 'POST /v1/orders', order: PIN }
const recharges: Played = { ...pins, order: recharge(DELAYED), ms: 3_000 }

test('the catalogue has PINs and recharges at their prices; a product sold in both ways is two products', async () => {
  const list = await supplier.list()
  if (list.outcome !== 'done') throw new Error(JSON.stringify(list))
  const of = (id: string) => list.value.find(({ product_id }) => product_id === id)
  const money = { retail: { from: 10 * EURO, to: 10 * EURO }, cost: { from: 93_500, to: 93_500 } }
  expect(of('pin:p101-10')).toMatchObject({ ...money, name: 'Nordfunk 10.00 EUR', country: 'DE', needs: [[]] })
  expect(of('recharge:p101-10')).toMatchObject({ ...money, needs: [['number']] })
  expect(of('pin:p401-10')).toBeUndefined()
  expect(await supplier.quote(PIN)).toMatchObject({ outcome: 'done', value: { retail: 10 * EURO, cost: 93_500 } })
})

test('a PIN is delivered with its zeros, and is not in the log', async () => {
  const answer = await supplier.create(newId(), PIN)
  if (answer.outcome !== 'done' || answer.value.state !== 'delivered') throw new Error(JSON.stringify(answer))
  const { pin = '', serial, expires_on } = answer.value.delivery
  expect(pin).toMatch(/^0\d{13}$/)
  expect(serial).toMatch(/^\d{10}$/)
  expect(expires_on).toMatch(/^20\d\d-\d\d-\d\d$/)
  expect(exchanges.some(({ call }) => call === 'order')).toBe(true)
  expect(JSON.stringify(exchanges)).not.toContain(pin)
  expect(JSON.stringify(exchanges)).not.toContain('sandbox')
})

test('a recharge is unknown while it is in progress, then delivered; the log has only the number’s last digits', async () => {
  const reference = newId()
  expect(await supplier.create(reference, recharge(DELAYED))).toEqual({
    outcome: 'unknown',
    reason: 'PENDING',
    named: { supplier_reference: expect.any(String) },
  })
  simulated.advance(3_000)
  const ended = await supplier.status(reference)
  expect(ended).toMatchObject({ outcome: 'done', value: { state: 'delivered', delivery: { facts: { operator_reference: expect.stringMatching(/^OP/) } } } })
  expect(JSON.stringify(exchanges)).not.toContain(DELAYED.slice(1))
})

describe.each(FAULTS)('an order that meets the fault $kind (carried out at the supplier: $done)', (fault) => {
  test('is cancelled if its PIN was lost, and sent again under its reference if it never arrived', async () => {
    const { last } = await suffers(pins, fault)
    expect(last.outcome).toBe(fault.done ? 'refused' : 'done')
  })
  test('ends as delivered once, if it is a recharge', async () => {
    expect((await suffers(recharges, fault)).last).toMatchObject({ outcome: 'done', value: { state: 'delivered' } })
  })
})

test('forty orders with random faults all end, and the supplier’s journal agrees with the answer to each', async () => {
  expect(await weathered(pins, 1)).toBeGreaterThan(5)
  expect(await weathered(recharges, 2)).toBeGreaterThan(20)
})

test('control: the test with forty random faults finds an adapter that treats silence as a refusal', async () => {
  for (const one of [pins, recharges])
    await expect(weathered({ ...one, supplier: hasty(supplier) }, 1)).rejects.toThrow('said refused, but the supplier says 1')
})

test('control: the test that injects one fault at a time finds an adapter that treats silence as a refusal', async () => {
  const after = { kind: 'hang', done: true, says: 'refused' } as const
  await expect(suffers({ ...pins, supplier: hasty(supplier) }, after)).rejects.toThrow('said refused, but the supplier says 1')
})

test('the answer “reference already used” is not a refusal: the state of the first order decides', async () => {
  const reference = newId()
  await supplier.create(reference, PIN)
  expect(await supplier.create(reference, PIN)).toMatchObject({ outcome: 'unknown', reason: 'duplicate_client_ref duplicate client ref' })
  expect(netOf(pins, reference)).toBe(1)
})

test('a refusal has the supplier’s reason, and a refused question about an order leaves the order unchanged', async () => {
  const refusedBy = async (order: Order) => {
    const answer = await supplier.create(newId(), order)
    return answer.outcome === 'refused' ? answer.code : answer.outcome
  }
  expect(await refusedBy(recharge('+4915550000102'))).toBe('recipient')
  expect(await refusedBy(recharge(''))).toBe('recipient')
  expect(await refusedBy({ ...PIN, product_id: 'pin:none' })).toBe('not_available')
  expect(await refusedBy({ ...PIN, product_id: 'none' })).toBe('our_mistake')
  expect(await refusedBy({ ...PIN, quantity: 2 })).toBe('our_mistake')
  simulated.tune({ balance: '1.00' })
  expect(await refusedBy(PIN)).toBe('our_balance')
  expect(await supplier.balance()).toMatchObject({ outcome: 'done', value: { available: EURO, held: 0 } })
  simulated.tune({ balance: '5000.00' })
  const wrong = createSoftApi({ name: 'wrong', ...to, username: 'portal', password: 'no', country: 'DE', rateOf: () => undefined })
  expect(await wrong.create(newId(), PIN)).toMatchObject({ outcome: 'refused', code: 'our_mistake' })
  expect(await turnedAway(wrong)).toBe(true)
})

test('a recharge that first failed and then succeeded is delivered when asked for again', async () => {
  const reference = newId()
  await supplier.create(reference, recharge('+4915550000104'))
  simulated.advance(3_000)
  expect(await supplier.status(reference)).toMatchObject({ outcome: 'refused', code: 'not_available' })
  simulated.tune({ succeed: reference })
  expect(await settled(recharges, reference)).toMatchObject({ outcome: 'done', value: { state: 'delivered' } })
})

test('a PIN that was used, or was sold too long ago, cannot be cancelled', async () => {
  for (const spoil of [(reference: string) => simulated.tune({ use: reference }), () => simulated.advance(6 * 60_000)]) {
    const reference = newId()
    await supplier.create(reference, PIN)
    spoil(reference)
    const stands = await supplier.status(reference)
    if (stands.outcome !== 'done') throw new Error(JSON.stringify(stands))
    expect(await supplier.cancel(reference, stands.value.supplier_reference)).toMatchObject({ outcome: 'refused', code: 'over' })
    expect(netOf(pins, reference)).toBe(1)
  }
})

test('a token that is rejected in the middle of an order is fetched again, once for all waiting requests', async () => {
  simulated.tune({ forget_tokens: true })
  const before = simulated.asked('POST /v1/login')
  const answers = await Promise.all([1, 2, 3, 4].map(() => supplier.create(newId(), PIN)))
  expect(answers.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'done'])
  expect(simulated.asked('POST /v1/login') - before).toBe(1)
})

test('the statement of a day has exactly the charges and refunds of the journal', async () => {
  const reference = newId()
  const made = await supplier.create(reference, PIN)
  if (made.outcome !== 'done') throw new Error(JSON.stringify(made))
  await supplier.cancel(reference, made.value.supplier_reference)
  const days = [...new Set(simulated.journal().map(({ at }) => berlinDay(new Date(at))))]
  const all = await Promise.all(days.map((day) => supplier.statement(day)))
  const lines = all.flatMap((answer) => (answer.outcome === 'done' ? [...answer.value] : []))
  expect(lines.filter((line) => line.reference === reference)).toMatchObject([
    { cost: 93_500, is_reversal: false },
    { cost: 93_500, is_reversal: true },
  ])
  for (const { reference } of simulated.journal()) {
    const booked = lines.filter((line) => line.reference === reference)
    expect(booked.reduce((sum, { is_reversal }) => sum + (is_reversal ? -1 : 1), 0)).toBe(netOf(pins, reference))
  }
})
