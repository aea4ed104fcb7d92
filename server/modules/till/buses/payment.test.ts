// Paid and cancelled bus tickets, against a simulated supplier: whatever fails in between, the money is paid only once and refunded only once.
import { beforeEach, describe, expect, test } from 'vitest'
import { EURO, type Money } from '../../../../contract/kit/money.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { giveWallet, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { bought, FARE, FEE, filled, own, paid, reserved, withBuses } from '../../../test/buses.ts'
import { walletOf } from '../../../test/holds.ts'
import { fileWorld, world } from '../../../test/world.ts'
import { billed, completeParties } from '../../papers/invoices/fixtures/lines.ts'

const w = await fileWorld()
const shop = await w.signIn('kiosque')
const other = await w.signIn('gare')
const { sim, orders } = await withBuses(w)
const START = 1_000 * EURO

beforeEach(async () => {
  sim.control('reset', {})
  for (const { customer_id } of [shop, other]) await giveWallet(w, customer_id, START)
})
const balance = async () => (await walletOf(w, shop.customer_id)).balance

describe('a payment of a bus booking', () => {
  test('is refused at a price that was not shown, and if it exceeds the shop’s credit; the same key can pay afterwards', async () => {
    const { key, booking } = await filled(shop)
    const pay = (price_seen: Money) => shop.calls.flixbus({ step: 'pay', transaction_key: key, price_seen, email: 'a@example.com' })
    await expect(pay(FARE - 1)).rejects.toMatchObject({ code: 'price_changed', detail: { price: '14.8105' } })
    await giveWallet(w, shop.customer_id, EURO)
    await expect(pay(own(FARE))).rejects.toMatchObject({ code: 'credit_limit_reached', detail: { missing: '13.8105' } })
    await giveWallet(w, shop.customer_id, START)
    expect((await pay(own(FARE))).booking).toMatchObject({ state: 'sold', booking_id: booking.booking_id })
    expect(orders()).toEqual(['paid'])
  })

  test('sent ten times at the same time makes one order and one sale', async () => {
    const { key } = await filled(shop)
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => paid(shop, key)))
    expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect((await paid(shop, key)).state).toBe('sold')
    expect([orders(), sim.times('commit'), await balance()]).toEqual([['paid'], 1, START - own(FARE)])
  })

  test.each([true, false])(
    'whose answer is lost stays unknown, is not sent again, and keeps the money held; the supplier has sold the ticket: %s',
    async (isDone) => {
      const { key } = await filled(shop)
      sim.fault('commit', 'cut', isDone)
      expect((await paid(shop, key)).state).toBe('checking')
      expect((await paid(shop, key)).state).toBe('checking')
      expect([orders(), sim.times('commit')]).toEqual([isDone ? ['paid'] : [], 1])
      expect(await walletOf(w, shop.customer_id)).toMatchObject({ balance: START, held: own(FARE) })
      const { booking, ticket } = await shop.calls.busTicket({ transaction_key: key })
      expect([booking.state, ticket]).toEqual(['checking', null])
      await expect(shop.calls.busCancel({ booking_id: booking.booking_id, refund_seen: 0 })).rejects.toMatchObject({ code: 'not_cancellable' })
      await w.services.money.void(1, booking.booking_id, null, 'test is over')
      expect(await wrongs(w)).toEqual([])
    },
  )

  test('that a user of the platform ends as delivered has no ticket in the portal: the shop gets it from the supplier by order number', async () => {
    const { key, booking } = await filled(shop)
    sim.fault('commit', 'cut', true)
    await paid(shop, key)
    const platform = await w.signIn('platform', { host: 'platform.localhost' })
    await platform.calls.tenantChoose({ tenant_id: 1 })
    await platform.calls.liveOrderEnd({ key: booking.booking_id, outcome: 'delivered', proof: '3001234567', reason: 'FlixBus says so by mail' })
    const { booking_id } = booking
    expect(await shop.calls.busTicket({ booking_id })).toMatchObject({ booking: { state: 'sold' }, ticket: null, ask_with: '3001234567' })
    // Paying again gets the same answer. A user ended this order as sold, so only FlixBus can cancel its ticket, and our cancellation is refused.
    expect((await paid(shop, key)).state).toBe('sold')
    expect(await shop.calls.busTerms({ booking_id })).toMatchObject({ is_possible: false })
    await expect(shop.calls.busCancel({ booking_id, refund_seen: 0 })).rejects.toMatchObject({ code: 'not_cancellable' })
    expect(await wrongs(w)).toEqual([])
    // Control: the ticket of an order that our own purchase returned can be read.
    const usual = await bought(shop)
    expect(await shop.calls.busTicket({ booking_id: usual.booking.booking_id })).toMatchObject({ ticket: { order_id: expect.any(String) }, ask_with: null })
  })

  test('that the supplier refuses is refunded, and nothing can be bought under its key afterwards', async () => {
    const { key } = await filled(shop)
    sim.fault('commit', 'status_429', false)
    await expect(paid(shop, key)).rejects.toMatchObject({ code: 'supplier_refused' })
    expect((await shop.calls.busTicket({ transaction_key: key })).booking.state).toBe('refused')
    expect((await paid(shop, key)).state).toBe('refused')
    expect([orders(), await walletOf(w, shop.customer_id)]).toMatchObject([[], { balance: START, held: 0 }])
  })

  test('is refused while passengers have no names', async () => {
    const { key } = await reserved(shop)
    await expect(paid(shop, key)).rejects.toMatchObject({ problems: [{ field: 'passengers', code: 'required' }] })
  })
})

describe('a cancellation of a bus ticket', () => {
  test('requested ten times at the same time is made once, with one refund', async () => {
    const { booking } = await bought(shop)
    const asked = { booking_id: booking.booking_id, refund_seen: FARE - FEE }
    await Promise.allSettled(Array.from({ length: 10 }, () => shop.calls.busCancel(asked)))
    expect((await shop.calls.busCancel(asked)).booking).toMatchObject({ state: 'cancelled', refunded: FARE - FEE })
    expect([orders(), sim.times('cancel'), await balance()]).toEqual([['cancelled'], 1, START - own(FEE)])
    expect(await wrongs(w)).toEqual([])
  })

  test.each([true, false])(
    'whose answer is lost stays unknown until it is requested again, and then ends as the supplier’s ticket shows; cancelled at the supplier: %s',
    async (isDone) => {
      const { booking } = await bought(shop)
      const asked = { booking_id: booking.booking_id, refund_seen: FARE - FEE }
      sim.fault('cancel', 'cut', isDone)
      expect((await shop.calls.busCancel(asked)).booking.state).toBe('cancelling')
      expect(await balance()).toBe(START - own(FARE))
      await expect(shop.calls.busCancel(asked)).rejects.toMatchObject({ code: 'in_progress' })
      w.clock.advance(61_000)
      expect((await shop.calls.busCancel(asked)).booking).toMatchObject({ state: 'cancelled', refunded: FARE - FEE })
      expect([orders(), await balance()]).toEqual([['cancelled'], START - own(FEE)])
    },
  )

  test('too late, or with another refund than shown, changes nothing', async () => {
    const { booking } = await bought(shop)
    const cancel = (refund_seen: Money) => shop.calls.busCancel({ booking_id: booking.booking_id, refund_seen })
    await expect(cancel(FARE)).rejects.toMatchObject({ code: 'price_changed', detail: { price: '13.59' } })
    sim.control('advance', { ms: 40 * 86_400_000 })
    expect(await shop.calls.busTerms({ booking_id: booking.booking_id })).toMatchObject({ is_possible: false })
    await expect(cancel(FARE - FEE)).rejects.toMatchObject({ code: 'not_cancellable' })
    expect([orders(), await balance()]).toEqual([['paid'], START - own(FARE)])
    sim.control('advance', { ms: -40 * 86_400_000 })
  })
})

describe('a server process that is stopped during a payment', () => {
  test('between the supplier’s order and the posting of the sale has stored the order’s name, so a repeated payment posts the sale without a second order', async () => {
    const { key, booking } = await filled(shop)
    await sabotage(
      w,
      'post_hold',
      `if v_hold.state = 'void'`,
      `if v_hold.key = '${booking.booking_id}' then raise exception 'stopped' using errcode = 'PX404'; end if; if v_hold.state = 'void'`,
    )
    expect((await paid(shop, key)).state).toBe('checking')
    expect([orders(), sim.times('commit')]).toEqual([['paid'], 1])
    await sabotage(w, 'post_hold', `if v_hold.key = '${booking.booking_id}' then raise exception 'stopped' using errcode = 'PX404'; end if;`, '')
    expect((await paid(shop, key)).state).toBe('sold')
    expect([orders(), sim.times('commit'), await balance()]).toEqual([['paid'], 1, START - own(FARE)])
    expect(await wrongs(w)).toEqual([])
  })
})

describe('an invoice', () => {
  test('of a cancelled bus ticket amounts to the fee that the carrier kept', async () => {
    const nord = await w.signIn('nord')
    await completeParties(w)
    const { booking } = await bought(other)
    await other.calls.busCancel({ booking_id: booking.booking_id, refund_seen: FARE - FEE })
    const day = berlinDay(w.clock.now())
    const [made] = await billed(w, nord, [other.customer_id], { date_from: day, date_to: day })
    const lines = await rowsOf<{ due: Money }>(
      w,
      `select sum(case when r.id is null then s.prices[1] else -r.prices[1] end)::bigint as due from invoiced_lines l
         join sales s on s.tenant_id = 1 and s.id = l.sale_id
         left join refunds r on r.tenant_id = 1 and r.id = l.line_id
        where l.tenant_id = 1 and l.customer_id = $1 and s.product_name = 'FlixBus ticket'`,
      [other.customer_id],
    )
    expect(made?.documents.length).toBeGreaterThan(0)
    expect(lines).toEqual([{ due: own(FEE) }])
    expect(await wrongs(w)).toEqual([])
  })
})

describe('control: a refund of a bus ticket', () => {
  test('is booked twice if an earlier refund is not checked for, and the money check finds this', async () => {
    const unwatched = await world()
    try {
      await withBuses(unwatched)
      const person = await unwatched.signIn('kiosque')
      await giveWallet(unwatched, person.customer_id, START)
      await sabotage(unwatched, 'refund_trip', `if v_cancelled.state = 'done' then return v_cancelled.given; end if;`, '')
      await unwatched.owner.query('alter table refunds drop constraint refunds_once')
      const { booking } = await bought(person)
      await person.calls.busCancel({ booking_id: booking.booking_id, refund_seen: FARE - FEE })
      expect(await wrongs(unwatched)).toEqual([])
      await unwatched.db.write(1, (q) =>
        unwatched.services.money.refundTrip(q, { tenant_id: 1, key: booking.booking_id, user_id: booking.booking_id, given: FARE - FEE }),
      )
      expect(await wrongs(unwatched)).not.toEqual([])
    } finally {
      await unwatched.end()
    }
  })
})
