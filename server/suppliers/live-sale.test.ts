// A live sale in two steps, with a supplier that answers, refuses, does not answer, or changes its final state: the goods are delivered and paid, or
// neither.

import { beforeEach, describe, expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { openDelivery } from '../money/open-pins.ts'
import { giveWallet, rowsOf, wrongs } from '../test/arrange.ts'
import { liveGoods, selling, walletOf } from '../test/holds.ts'
import { fileWorld } from '../test/world.ts'
import type { Answer, Order, RefusedBy, Standing, Supplier } from './supplier.ts'

const refused = (code: RefusedBy) => ({ outcome: 'refused', code, reason: 'no' }) as const
const silent = { outcome: 'unknown', reason: 'no answer' } as const
const done = <T>(value: T) => ({ outcome: 'done', value }) as const

type SupplierCall = 'create' | 'confirm' | 'cancel' | 'status'
/**
 * How the supplier reacts to an order, and which of its answers are lost. `isLongAgo`: the order was sent so long ago that it can no longer reach the supplier.
 */
type Mood = { steps: 1 | 2; create: 'does' | 'refuses'; confirm: 'does' | 'refuses'; lost: SupplierCall[]; throws?: boolean; isLongAgo?: boolean }

/** A supplier in memory: it accepts each reference once and reports its state to any caller. */
function trivial(mood: Mood): Supplier & { delivered: () => number; asked: string[] } {
  const orders = new Map<string, 'created' | 'delivered' | 'refused' | 'cancelled'>()
  const asked: string[] = []
  const quote = { retail: 10 * EURO, cost: 8 * EURO, valid_until: new Date(Date.now() + 60_000) }
  const standing = (reference: string): Answer<Standing> => {
    const [state, supplier_reference] = [orders.get(reference), `T-${reference.slice(-4)}`]
    if (state === 'created') return done({ state, supplier_reference })
    if (state === 'delivered') return done({ state, supplier_reference, delivery: { pin: '4711', facts: { operator: 'Trivial' } } })
    if (state) return refused('over')
    return mood.isLongAgo ? refused('never_seen') : silent
  }
  async function answer<T>(call: SupplierCall, reference: string, work: () => Answer<T>): Promise<Answer<T>> {
    asked.push(call)
    const said = work()
    if (!mood.lost.includes(call)) return said
    if (mood.throws) throw new Error(`${call} ${reference} broke`)
    return silent
  }
  return {
    ...{ name: 'trivial', asked, delivered: () => [...orders.values()].filter((state) => state === 'delivered').length },
    lookUp: async () => done([]),
    list: async () => done([]),
    quote: async () => done(quote),
    balance: async () => done({ available: 100 * EURO, held: 0, as_of: new Date() }),
    statement: async () =>
      done([...orders.keys()].map((reference) => ({ reference, supplier_reference: '', cost: quote.cost, at: new Date(), is_reversal: false }))),
    status: (reference) => answer('status', reference, () => standing(reference)),
    create: (reference) =>
      answer('create', reference, () => {
        if (orders.has(reference)) throw new Error('ordered twice')
        orders.set(reference, mood.create === 'refuses' ? 'refused' : mood.steps === 1 ? 'delivered' : 'created')
        return mood.create === 'refuses' ? refused('recipient') : standing(reference)
      }),
    confirm: (reference) =>
      answer('confirm', reference, () => {
        if (orders.get(reference) !== 'created') return refused('over')
        orders.set(reference, mood.confirm === 'does' ? 'delivered' : 'refused')
        return standing(reference)
      }),
    cancel: (reference) =>
      answer('cancel', reference, () => {
        if (orders.get(reference) !== 'created') return refused('over')
        orders.set(reference, 'cancelled')
        return done(null)
      }),
  }
}

const w = await fileWorld()
const till = await w.signIn('kiosque')
const live = await liveGoods(w, till)

const order: Order = { product_id: 'P1', quantity: 1, amount: null, recipient: { number: '+4930123456' } }
const START = 50 * EURO
const LEASE_MS = 101_000
beforeEach(async () => {
  expect(await rowsOf(w, `select from holds where tenant_id = 1 and state = 'open'`)).toEqual([])
  await giveWallet(w, till.customer_id, START)
})

/** Makes a supplier and a purchase, and returns the two ways to continue the purchase: by the till, and by the job after the first process has given up. */
function one(mood: Partial<Mood>) {
  const ready: Mood = { steps: 1, create: 'does', confirm: 'does', lost: [], ...mood }
  const [supplier, asked] = [trivial(ready), live.purchase()]
  const live_sales = selling(w, supplier)
  return { supplier, asked, mood: ready, sell: () => live_sales.sell(asked, order), settle: () => live_sales.ask(1, asked.key), live_sales }
}
const wallet = () => walletOf(w, till.customer_id)
const PAID = { balance: START - 9.5 * EURO, held: 0, available: START - 9.5 * EURO }
const HELD = { balance: START, held: 9.5 * EURO, available: START - 9.5 * EURO }
const FREE = { balance: START, held: 0, available: START }

describe.each([1, 2] as const)('a live sale over a supplier with orders of %i step(s)', (steps) => {
  test('that is delivered is paid once; a repeated request with the key returns the same sale', async () => {
    const { sell, supplier, asked } = one({ steps })
    const sold = await sell()
    expect(sold).toMatchObject({ outcome: 'sold', is_new: true })
    const again = { ...sold, is_new: undefined }
    expect([await sell(), await sell()]).toEqual([again, again])
    expect([supplier.delivered(), await wallet()]).toEqual([1, PAID])
    const [delivery] = sold.outcome === 'sold' ? await w.services.money.deliveries(1, [sold.sale_id]) : []
    expect(openDelivery(w.services.keys, 1, asked.key, delivery?.payload ?? Buffer.of())).toMatchObject({ pin: '4711' })
    expect(await wrongs(w)).toEqual([])
  })

  test('that the supplier refuses is refunded at once; its key is used up', async () => {
    const { sell, supplier } = one({ steps, create: 'refuses' })
    expect(await sell()).toMatchObject({ outcome: 'refused', code: 'recipient' })
    expect([supplier.delivered(), await wallet()]).toEqual([0, FREE])
    expect(await sell()).toMatchObject({ outcome: 'not_held', code: 'key_void' })
    expect(supplier.asked).toEqual(['create'])
  })

  test.each([false, true])(
    'whose delivery is not reported at once (the adapter throws: %s) keeps its money held until a later status reports it',
    async (throws) => {
      const { sell, settle, supplier, mood } = one({ steps, lost: [steps === 1 ? 'create' : 'confirm', 'status'], throws })
      expect(await sell()).toMatchObject({ outcome: 'unknown' })
      expect([supplier.delivered(), await wallet()]).toEqual([1, HELD])
      // A repeated request, even from the till, only asks about the order and does not order again.
      expect(await sell()).toMatchObject({ outcome: 'unknown' })
      expect(await settle()).toMatchObject({ outcome: 'unknown' })
      expect(await wrongs(w)).toEqual([])
      mood.lost = []
      const sold = await settle()
      expect(sold).toMatchObject({ outcome: 'sold' })
      expect([await settle(), await sell()]).toEqual([sold, sold])
      expect([supplier.delivered(), await wallet()]).toEqual([1, PAID])
      expect(supplier.asked.filter((call) => call === 'create')).toHaveLength(1)
    },
  )

  test('whose refusal is not reported at once keeps its money held until a later status reports it', async () => {
    const { sell, settle, mood } = one({ steps, create: 'refuses', lost: ['create'] })
    expect(await sell()).toMatchObject({ outcome: 'unknown' })
    expect(await wallet()).toEqual(HELD)
    mood.lost = []
    expect(await settle()).toMatchObject({ outcome: 'refused', code: 'over' })
    expect(await wallet()).toEqual(FREE)
  })
})

test('an order that was only created is cancelled before the refund; a later confirmation is refused', async () => {
  const { sell, settle, supplier, asked, mood } = one({ steps: 2, lost: ['create', 'cancel'] })
  expect(await sell()).toMatchObject({ outcome: 'unknown' })
  expect(await settle(), 'a cancelling without an answer proves nothing').toMatchObject({ outcome: 'unknown' })
  expect(await wallet()).toEqual(HELD)
  mood.lost = []
  expect(await settle()).toMatchObject({ outcome: 'refused', code: 'over' })
  expect(await supplier.confirm(asked.key, '')).toMatchObject({ outcome: 'refused' })
  expect([supplier.delivered(), await wallet()]).toEqual([0, FREE])
})

test('a process that dies before it sends the order leaves a hold, which is voided without asking the supplier once its lease has expired', async () => {
  const { asked, settle, sell, supplier } = one({})
  const dying = selling(w, supplier, { between: () => new Promise(() => undefined), patience_ms: 10 })
  expect(await dying.sell(asked, order)).toMatchObject({ outcome: 'unknown' })
  expect([await sell(), await settle()]).toMatchObject([{ outcome: 'unknown' }, { outcome: 'unknown' }])
  expect(await wallet()).toEqual(HELD)
  w.clock.advance(LEASE_MS)
  expect(await settle()).toMatchObject({ outcome: 'refused', code: 'not_reached' })
  expect([supplier.asked, await wallet()]).toEqual([[], FREE])
})

test('a process that dies after noting that it sends an order leaves a hold, which stays until the supplier says for certain that it never received the order', async () => {
  const { asked, settle, supplier, mood } = one({})
  const between = (step: string) => (step === 'sending' ? new Promise<void>(() => undefined) : Promise.resolve())
  expect(await selling(w, supplier, { between, patience_ms: 100 }).sell(asked, order)).toMatchObject({ outcome: 'unknown' })
  w.clock.advance(LEASE_MS)
  expect(await settle()).toMatchObject({ outcome: 'unknown' })
  expect(await wallet()).toEqual(HELD)
  mood.isLongAgo = true
  expect(await settle()).toMatchObject({ outcome: 'refused', code: 'never_seen' })
  expect([supplier.asked.includes('create'), await wallet()]).toEqual([false, FREE])
})

test('eleven simultaneous sales under the same key order from the supplier only once', async () => {
  const { sell, settle, supplier } = one({ steps: 2 })
  const first = sell()
  const others = await Promise.all(Array.from({ length: 10 }, sell))
  const outcome = await first
  expect(new Set([...others, outcome].map((each) => each.outcome))).not.toContain('not_held')
  expect(supplier.asked.filter((call) => call === 'create')).toHaveLength(1)
  await settle()
  expect([supplier.delivered(), await wallet()]).toEqual([1, PAID])
})

test('an order without a hold is not sent to the supplier', async () => {
  await giveWallet(w, till.customer_id, 9 * EURO)
  const { sell, supplier } = one({})
  expect(await sell()).toMatchObject({ outcome: 'not_held', code: 'credit_limit_reached', available: 9 * EURO, missing: 0.5 * EURO })
  expect(supplier.asked).toEqual([])
})

test('control: if silence counts as a refusal, the supplier has delivered an order that nobody pays', async () => {
  const { asked, supplier } = one({ lost: ['create'] })
  const hasty: Supplier = { ...supplier, create: async (reference, ordered) => (await supplier.create(reference, ordered)) && refused('over') }
  await selling(w, hasty).sell(asked, order)
  expect([supplier.delivered(), await wallet()]).toEqual([1, FREE])
})
