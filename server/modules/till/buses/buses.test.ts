// Bus tickets from search to payment, against a simulated supplier: whole journeys are booked; seats, passengers and vouchers are also tested separately.
import { beforeEach, describe, expect, test } from 'vitest'
import { EURO, type Money } from '../../../../contract/kit/money.ts'
import { giveWallet, rowsOf, wrongs } from '../../../test/arrange.ts'
import { bought, DAY, FAMILY, FARE, FEE, filled, inDays, keyOf, ONE, own, paid, reserved, tripsOf, withBuses } from '../../../test/buses.ts'
import { walletOf } from '../../../test/holds.ts'
import { fileWorld } from '../../../test/world.ts'
import { ageOn } from './buses.ts'

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

describe('a journey', () => {
  test('there and back, with a child, a bicycle and a voucher, is found, held, paid, printed and cancelled', async () => {
    const going = { passengers: FAMILY, bikes: 1, isReturn: true }
    const { content } = await shop.calls.flixbusCities({})
    expect(content[0]).toMatchObject({ city_id: '88', name: 'Berlin', reaches: ['94', '118', '1374', '2015'] })
    const { days } = await shop.calls.flixbus({ step: 'days', from: '88', to: '94', day: DAY })
    expect([days?.length, days?.[3]]).toEqual([7, { day: DAY, price: FARE }])

    const { key, booking } = await reserved(shop, going)
    const price = 2 * (2 * FARE + 7.8 * EURO + 9 * EURO)
    expect(booking).toMatchObject({ state: 'reserved', price, discount: 0, price_own: own(price), party: { adults: 2, children: 1, bikes: 1 } })
    const left_ms = Date.parse(booking.ends_at) - w.clock.now().getTime()
    expect(left_ms).toBeGreaterThan(890_000)
    const { booking: named } = await shop.calls.flixbus({ step: 'passengers', transaction_key: key, passengers: FAMILY })
    expect(named?.state).toBe('filled')
    const { booking: cheaper } = await shop.calls.flixbus({ step: 'voucher', transaction_key: key, voucher: 'SAVE5' })
    const less = price - 5 * EURO
    expect(cheaper).toMatchObject({ price: less, discount: 5 * EURO, price_own: own(less) })

    const sold = await paid(shop, key)
    expect(sold).toMatchObject({ state: 'sold', price: less })
    expect([orders(), await balance()]).toEqual([['paid'], START - own(less)])
    const { ticket } = await shop.calls.busTicket({ booking_id: sold.booking_id })
    expect(ticket).toMatchObject({ code: expect.stringMatching(/^FLIX/), passengers: ['Jürgen Yıldız', 'İpek Yıldız', 'Çağrı Yıldız'] })
    expect(ticket?.rides.map(({ seats }) => seats)).toEqual([['1A', '2A', '3A'], ['4A', '5A', '6A']]) // biome-ignore format: a table

    const terms = await shop.calls.busTerms({ booking_id: sold.booking_id })
    expect(terms).toMatchObject({ is_possible: true, price: less, refund: less - FEE })
    const { booking: gone } = await shop.calls.busCancel({ booking_id: sold.booking_id, refund_seen: less - FEE })
    expect(gone).toMatchObject({ state: 'cancelled', refunded: less - FEE })
    expect([orders(), await balance()]).toEqual([['cancelled'], START - own(FEE)])
    expect(await wrongs(w)).toEqual([])
  })

  test('is in the shop’s list of tickets and in its sales, less refunds, and in no other shop’s', async () => {
    const { booking } = await bought(shop)
    const list = await shop.calls.busTickets({ search_text: 'MUNİCH', filters: { state: 'sold' } })
    expect(list.content.find(({ booking_id }) => booking_id === booking.booking_id)).toMatchObject({ price: FARE, passengers: 1, refunded: null })
    await expect(other.calls.busTicket({ booking_id: booking.booking_id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(other.calls.busCancel({ booking_id: booking.booking_id, refund_seen: FARE })).rejects.toMatchObject({ code: 'not_found' })
    expect((await other.calls.busTickets({})).content).toEqual([])
    const { rows } = await soldAndGiven()
    await shop.calls.busCancel({ booking_id: booking.booking_id, refund_seen: FARE - FEE })
    const after = await soldAndGiven()
    expect([rows.sold - after.rows.sold, after.rows.given - rows.given]).toEqual([0, own(FARE - FEE)])
  })
})

test('support can search for a journey if the organisation allows views, and cannot book it', async () => {
  const support = await w.signIn('support', { host: 'platform.localhost' })
  expect((await support.calls.flixbusCities({})).content).not.toEqual([])
  const { trips } = await support.calls.flixbus({ step: 'search', from: '88', to: '94', day: DAY })
  expect(trips).not.toEqual([])
  const { transaction_key } = await support.calls.transactionKey({})
  const trip_ids = trips?.slice(0, 1).map(({ trip_id }) => trip_id) ?? []
  await expect(support.calls.flixbus({ step: 'reserve', transaction_key, trip_ids })).rejects.toMatchObject({ status: 403, code: 'view_only' })
  await expect(support.calls.busTickets({})).rejects.toMatchObject({ code: 'forbidden' })
  await rowsOf(w, `update organisations set enable_web_view = false where kind = 'platform'`, [], 0)
  const barred = await w.signIn('support', { host: 'platform.localhost' })
  await expect(barred.calls.flixbusCities({})).rejects.toMatchObject({ code: 'forbidden' })
})

const soldAndGiven = async () => {
  const [rows] = await rowsOf<{ sold: Money; given: Money }>(
    w,
    `select (select coalesce(sum(amount_total), 0)::bigint from sales where tenant_id = 1 and seller_id = $1) as sold,
            (select coalesce(sum(prices[1] * quantity), 0)::bigint from refunds where tenant_id = 1 and seller_id = $1) as given`,
    [shop.customer_id],
  )
  return { rows: rows ?? { sold: 0, given: 0 } }
}

describe('seats', () => {
  test('of a full bus are refused as fully booked, as are seats of a bus on which too few are left since the search', async () => {
    const [trip, , , full] = await tripsOf(shop, { passengers: FAMILY })
    expect(full).toMatchObject({ is_free: false, seats: 0 })
    const hold = async (trip_id = '') =>
      shop.calls.flixbus({ step: 'reserve', transaction_key: await keyOf(shop), adults: 2, children: 1, trip_ids: [trip_id] })
    await expect(hold(full?.trip_id)).rejects.toMatchObject({
      code: 'trip_full',
      message: 'This trip is fully booked',
    })
    sim.control('seats', { uid: trip?.trip_id, left: 2 })
    await expect(hold(trip?.trip_id)).rejects.toMatchObject({ code: 'trip_full' })
  })

  test('for there and back are held together or not at all', async () => {
    const [, , , full] = await tripsOf(shop, {}, true)
    const [there] = await tripsOf(shop)
    const transaction_key = await keyOf(shop)
    const trip_ids = [there?.trip_id ?? '', full?.trip_id ?? '']
    await expect(shop.calls.flixbus({ step: 'reserve', transaction_key, trip_ids })).rejects.toMatchObject({ code: 'trip_full' })
    await expect(shop.calls.busTicket({ transaction_key })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('are held for only one of two tills if one seat is left', async () => {
    const [trip] = await tripsOf(shop)
    sim.control('seats', { uid: trip?.trip_id, left: 1 })
    const tries = await Promise.allSettled([shop, other].map((person) => reserved(person)))
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('whose time has expired are free again, cost nothing, and are shown as expired', async () => {
    const { key } = await filled(shop)
    sim.control('advance', { ms: 901_000 })
    await expect(paid(shop, key)).rejects.toMatchObject({ code: 'seats_over' })
    const stateOf = async (transaction_key: string) => (await shop.calls.busTicket({ transaction_key })).booking.state
    expect(await stateOf(key)).toBe('over')
    sim.control('reset', {})
    // If the supplier says that the seats are no longer held, they count as expired, even if they are still held according to our clock.
    const early = await reserved(shop)
    sim.control('expire', { uid: early.booking.trips[0]?.trip_id })
    await expect(shop.calls.flixbus({ step: 'passengers', transaction_key: early.key, passengers: ONE })).rejects.toMatchObject({ code: 'seats_over' })
    expect(await stateOf(early.key)).toBe('over')
    const late = await reserved(shop)
    w.clock.advance(901_000)
    await expect(shop.calls.flixbus({ step: 'passengers', transaction_key: late.key, passengers: ONE })).rejects.toMatchObject({ code: 'seats_over' })
    expect(await stateOf(late.key)).toBe('over')
    expect([orders(), await walletOf(w, shop.customer_id)]).toMatchObject([[], { balance: START, held: 0 }])
  })

  test('are held by one user for ten bookings at most, until some expire', async () => {
    const clerk = await w.signIn('port')
    for (let i = 0; i < 10; i++) await reserved(clerk)
    await expect(reserved(clerk)).rejects.toMatchObject({ code: 'share_used_up' })
    w.clock.advance(901_000)
    await expect(reserved(clerk)).resolves.toBeDefined()
  })

  test('are held only once under one key, which cannot be used for another journey', async () => {
    const { key, booking } = await reserved(shop)
    expect((await reserved(shop, { key })).booking).toEqual(booking)
    expect(sim.control('journal', {})).toHaveLength(1)
    await expect(reserved(shop, { key, nth: 1 })).rejects.toMatchObject({ code: 'key_reused' })
    await expect(reserved(shop, { key: 'made-up' })).rejects.toMatchObject({ code: 'key_invalid' })
  })
})

describe('passengers', () => {
  test('must be as many adults and children as seats are held for, and each child must be under fifteen on the day of travel', async () => {
    const { key } = await reserved(shop, { passengers: FAMILY })
    const name = (passengers: typeof FAMILY) => shop.calls.flixbus({ step: 'passengers', transaction_key: key, passengers })
    await expect(name(ONE)).rejects.toMatchObject({ problems: [{ field: 'passengers' }] })
    const grown = FAMILY.map((each) => (each.kind === 'child' ? { ...each, birth_date: '2001-01-01' } : each))
    await expect(name(grown)).rejects.toMatchObject({ problems: [{ field: 'passengers.2.birth_date' }] })
    expect([ageOn('2011-12-22', '2026-12-21'), ageOn('2011-12-22', '2026-12-22')]).toEqual([14, 15])
    await expect(shop.calls.flixbus({ step: 'search', from: '88', to: '94', day: inDays(-1) })).rejects.toMatchObject({ problems: [{ code: 'day_over' }] })
    await expect(shop.calls.flixbus({ step: 'reserve', trip_ids: [] })).rejects.toMatchObject({ problems: [{ field: 'transaction_key', code: 'required' }] })
  })

  test('are stored only sealed, as are the secrets that give access to their seats', async () => {
    await bought(shop, { passengers: FAMILY })
    const rows = await rowsOf<{ line: string }>(
      w,
      'select b::text || h::text as line from bus_bookings b join holds h using (tenant_id, key) where tenant_id = 1',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ line }) => line).join()).not.toMatch(/Yıldız|Jürgen|rtok|dh9|FLIX7|901820/)
  })
})

describe('a voucher', () => {
  test('that is invalid is refused; a voucher that was accepted while the answer was lost is deducted once', async () => {
    const { key } = await filled(shop)
    const redeem = (voucher: string) => shop.calls.flixbus({ step: 'voucher', transaction_key: key, voucher })
    await expect(redeem('NONSENSE')).rejects.toMatchObject({ code: 'voucher_wrong' })
    sim.fault('voucher', 'cut', true)
    expect((await redeem('SAVE5')).booking).toMatchObject({ price: FARE - 5 * EURO })
    await expect(redeem('SAVE5')).rejects.toMatchObject({ code: 'voucher_wrong' })
  })
})
