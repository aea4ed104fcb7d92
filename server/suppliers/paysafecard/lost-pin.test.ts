// Sells a PIN that the supplier shows only once. If the answer with the PIN is lost, the order is cancelled and the money refunded, so that nobody
// pays for a PIN that was never received.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { paysafecard as simulator } from '../../../simulators/paysafecard.ts'
import { giveWallet, rowsOf, wrongs } from '../../test/arrange.ts'
import { liveGoods, selling, walletOf } from '../../test/holds.ts'
import { reach } from '../../test/live-suppliers.ts'
import { fileWorld } from '../../test/world.ts'
import type { Order } from '../supplier.ts'
import { createPaysafecard } from './paysafecard.ts'

const w = await fileWorld()
const till = await w.signIn('kiosque')
const live = await liveGoods(w, till)
const simulated = await simulator()
afterAll(() => simulated.close())

const agreed = [{ product_id: '00028', name: 'paysafecard', country: 'DE', values: ['10'], commission: 5_75 }]
const supplier = createPaysafecard({ ...reach(simulated).to, api_key: 'psc_sandbox_key', distributor_id: '0009402006', agreed, file: async () => null })
const sales = selling(w, supplier)
const order: Order = { product_id: '00028:10', quantity: 1, amount: null, recipient: {}, seller: { shop: 's-1', terminal: 't-1' } }

const START = 50 * EURO
beforeEach(async () => {
  expect(await rowsOf(w, `select from holds where tenant_id = 1 and state = 'open'`)).toEqual([])
  await giveWallet(w, till.customer_id, START)
})
const wallet = () => walletOf(w, till.customer_id)
const lose = () => simulated.fault('POST /v1/orders/', 'cut', true)
const eventsOf = (key: string) => simulated.journal().flatMap(({ reference, event }) => (reference === key ? [event] : []))

test('an order whose PIN was lost is cancelled and refunded, and the card can be sold under another key', async () => {
  const [lost, anew] = [live.purchase(), live.purchase()]
  lose()
  expect(await sales.sell(lost, order)).toMatchObject({ outcome: 'unknown' })
  expect(await wallet()).toMatchObject({ balance: START, held: 9.5 * EURO })
  expect(await sales.sell(lost, order), 'asked again it is never ordered again').toMatchObject({ outcome: 'refused', code: 'over' })
  expect(await wallet()).toMatchObject({ balance: START, held: 0 })
  expect(await sales.sell(anew, order)).toMatchObject({ outcome: 'sold' })
  expect([eventsOf(lost.key), eventsOf(anew.key)]).toEqual([['delivered', 'cancelled'], ['delivered']])
  expect(await wrongs(w)).toEqual([])
})

test('an order that can no longer be cancelled keeps its money held until a person decides', async () => {
  const late = live.purchase()
  lose()
  await sales.sell(late, order)
  simulated.advance(6 * 60_000)
  expect(await sales.ask(1, late.key)).toMatchObject({ outcome: 'unknown' })
  expect(await wallet()).toMatchObject({ balance: START, held: 9.5 * EURO })
  expect(eventsOf(late.key)).toEqual(['delivered'])
  await w.services.money.void(1, late.key, null, 'ended by the test')
})

test('control: an adapter that refunds without cancelling the PIN contradicts the supplier’s journal', async () => {
  const wrong = live.purchase()
  lose()
  const careless = { ...supplier, cancel: async () => ({ outcome: 'done', value: null }) as const }
  const giving = selling(w, careless)
  await giving.sell(wrong, order)
  expect(await giving.ask(1, wrong.key)).toMatchObject({ outcome: 'refused' })
  expect(eventsOf(wrong.key)).not.toContain('cancelled')
})
