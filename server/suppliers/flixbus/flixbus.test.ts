// Tests FlixBus's adapter with FlixBus's simulator over the network: from the search of a trip to its cancellation, and all faults of the connection between
// adapter and supplier.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { EURO, type Money } from '../../../contract/kit/money.ts'
import { FLIXBUS_KEY, startFlixbus } from '../../../simulators/flixbus.ts'
import type { Answer } from '../supplier.ts'
import type { HeldTrips, HoldName, Party, Passenger, Place, TripOrder } from '../trips.ts'
import type { Exchange } from '../wire.ts'
import { createFlixbus, type FlixbusOptions } from './flixbus.ts'

type Cart = { id: number; order: { id: string; status: string } | null; isReleased: boolean; passengers: number }
const sim = await startFlixbus()
const exchanges: Exchange[] = []
const options: FlixbusOptions = {
  ...{ base: new URL(`http://127.0.0.1:${sim.port}`), ...FLIXBUS_KEY, onExchange: (exchange: Exchange) => exchanges.push(exchange) },
  limits: { whole_ms: 500, again_after_ms: 1, failures: 1000 },
}
const flixbus = createFlixbus(options)
afterAll(() => Promise.all([flixbus.close(), sim.close()]))
const journal = () => sim.control('journal', {}) as Cart[]
const orders = () => journal().flatMap(({ order }) => (order ? [order.status] : []))
beforeEach(() => {
  sim.control('reset', {})
  exchanges.length = 0
})

const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const ONE: Party = { adults: 1, children: 0, bikes: 0 }
const FAMILY: Party = { adults: 2, children: 1, bikes: 1 }
const search = (party: Party, from = '88', to = '94') => flixbus.search({ from, to, day, party, language: 'de' })
const tripsFor = async (party: Party, from?: string, to?: string) => got(await search(party, from, to))
/** The price of a trip from Berlin to Munich for one person. */
const PRICE: Money = 15.59 * EURO

function got<T>(answer: Answer<T>): T {
  if (answer.outcome !== 'done') throw new Error(answer.reason)
  return answer.value
}
const named = ({ place_id, kind }: Place, i: number): Passenger => ({
  ...{
    place_id,
    kind,
    first_name: ['Ayşe', 'Jürgen', 'İpek'][i % 3] ?? '',
    last_name: 'Yıldız',
    phone: '+4915112345678',
    birth_date: kind === 'adult' ? null : '2020-05-04',
  },
})
async function held(party = ONE): Promise<HeldTrips> {
  const [trip] = await tripsFor(party)
  return got(await flixbus.hold(trip?.trip_id ?? '', party))
}
async function filled(party = ONE): Promise<HeldTrips> {
  const hold = await held(party)
  return got(await flixbus.fill(hold, got(await flixbus.places(hold)).map(named)))
}
async function ready(party = ONE): Promise<[HoldName, string]> {
  const hold = await filled(party)
  return [hold, got(await flixbus.start(hold, 'shop@example.com')).payment_id]
}
/** Whether the answer to a purchase is consistent with what really happened at the supplier. */
const agrees = (outcome: Answer<TripOrder>['outcome']) => outcome === 'unknown' || orders().includes('paid') === (outcome === 'done')
const buy = async (party = ONE): Promise<Answer<TripOrder>> => flixbus.buy('r1', ...(await ready(party)))

describe('a journey', () => {
  test('with a child, a bicycle and a voucher is found, held, paid, printed and cancelled', async () => {
    const trips = await tripsFor(FAMILY)
    expect(trips.map(({ changes, is_free, seats }) => [changes, is_free, seats])).toEqual([[0, true, 12], [0, true, 12], [1, true, 12], [0, false, 0]]) // biome-ignore format: a table
    const [trip] = trips
    const price = 2 * PRICE + 7.8 * EURO + 9 * EURO
    expect(trip).toMatchObject({ from: 'Berlin central bus station', price, bikes: 3, operated_by: ['Example Reisen GmbH'] })
    expect(trip?.departs.toISOString()).toBe(`${day}T05:00:00.000Z`)

    const hold = got(await flixbus.hold(trip?.trip_id ?? '', FAMILY))
    expect(hold).toMatchObject({ price, discount: 0, trips: [{ trip_id: trip?.trip_id, price, party: FAMILY }] })
    expect(await search(FAMILY)).toMatchObject({ value: [{ seats: 9, bikes: 2 }, {}, {}, {}] })
    const places = got(await flixbus.places(hold))
    expect(places.map(({ kind, needs }) => [kind, needs])).toEqual(Array.from(['adult', 'adult', 'children'], (kind) => [kind, ['phone', 'birthdate']]))
    await flixbus.fill(hold, places.map(named))
    expect(await flixbus.voucher(hold, 'NONSENSE')).toMatchObject({ outcome: 'refused', code: 'not_available' })
    expect(await flixbus.voucher(hold, 'SAVE5')).toMatchObject({ value: { price: price - 5 * EURO, discount: 5 * EURO } })

    const { payment_id } = got(await flixbus.start(hold, 'shop@example.com'))
    const order = got(await flixbus.buy('r1', hold, payment_id))
    const ticket = got(await flixbus.ticket(order))
    expect(ticket).toMatchObject({ is_cancelled: false, code: expect.stringContaining(order.order_id), pdf_url: expect.stringMatching(/\.pdf$/) })
    expect(ticket.trips).toMatchObject([{ trip_id: trip?.trip_id, passengers: 3, seats: ['1A', '2A', '3A'] }])
    expect(ticket.taxes.map(({ tax, net, percent }) => [tax + net, percent])).toEqual([[price - 5 * EURO, '19.0']])

    expect(await flixbus.terms(order)).toMatchObject({ value: { is_possible: true, refunds: { cash: price - 7 * EURO, voucher: price - 5 * EURO } } })
    expect(await flixbus.cancel(order, 'cash')).toEqual({ outcome: 'done', value: { refund: price - 7 * EURO } })
    expect(await flixbus.ticket(order)).toMatchObject({ value: { is_cancelled: true } })
    expect(await flixbus.cancel(order, 'cash')).toMatchObject({ outcome: 'refused', code: 'over' })
    expect(await search(FAMILY)).toMatchObject({ value: [{ seats: 12, bikes: 3 }, {}, {}, {}] })
  })

  test('for a round trip is one hold and one order, with a seat on each of the two buses', async () => {
    const hold = await held()
    const [, back] = await tripsFor(ONE, '94', '88')
    const both = got(await flixbus.hold(back?.trip_id ?? '', ONE, hold))
    expect([both.hold_id, both.trips.length, both.price]).toEqual([hold.hold_id, 2, PRICE + 20.59 * EURO])
    const places = got(await flixbus.places(both))
    expect(new Set(places.map(({ place_id }) => place_id)).size).toBe(2)
    await flixbus.fill(both, places.map(named))
    const order = got(await flixbus.buy('r2', both, got(await flixbus.start(both, 'shop@example.com')).payment_id))
    expect(got(await flixbus.ticket(order)).trips).toHaveLength(2)
    expect(journal()).toHaveLength(1)
  })

  test('can be searched from a city to the cities that can be reached from it', async () => {
    expect(got(await flixbus.cities())[0]).toEqual({ city_id: '88', name: 'Berlin', country: 'DE', reaches: ['94', '118', '1374', '2015'] })
  })

  test('that is fully booked cannot be held, nor can one whose last seat was taken meanwhile', async () => {
    const [trip, , , full] = await tripsFor(FAMILY)
    expect(await flixbus.hold(full?.trip_id ?? '', ONE)).toMatchObject({ outcome: 'refused', code: 'not_available', reason: '409 Trip is fully booked' })
    sim.control('seats', { uid: trip?.trip_id, left: 2 })
    expect(await flixbus.hold(trip?.trip_id ?? '', FAMILY)).toMatchObject({ outcome: 'refused', code: 'not_available' })
    expect(await flixbus.hold(trip?.trip_id ?? '', ONE)).toMatchObject({ outcome: 'done' })
  })
})

describe('a hold of seats', () => {
  test('expires by the supplier’s clock, not by ours, and then its seats are free', async () => {
    sim.control('advance', { ms: 5 * 3_600_000 })
    const [hold, payment_id] = await ready()
    const { left_ms } = await held()
    expect(left_ms).toBeGreaterThan(898_000)
    expect(left_ms).toBeLessThanOrEqual(900_000)
    sim.control('advance', { ms: 901_000 })
    const late = [
      await flixbus.fill(hold, []),
      await flixbus.places(hold),
      await flixbus.start(hold, 'a@example.com'),
      await flixbus.buy('r', hold, payment_id),
    ]
    expect(late.map((answer) => answer.outcome === 'refused' && answer.code)).toEqual(Array(4).fill('over'))
    expect([orders(), (await tripsFor(ONE))[0]?.seats]).toEqual([[], 12])
  })

  test('is filled in with the seats that the supplier gave for it; another seat, or a seat for another kind of passenger, is refused', async () => {
    const hold = await held()
    const [place] = got(await flixbus.places(hold))
    if (!place) throw new Error('no place')
    expect((await flixbus.fill(hold, [named({ ...place, place_id: 'ref-other' }, 0)])).outcome).toBe('refused')
    expect((await flixbus.fill(hold, [named({ ...place, kind: 'children' }, 0)])).outcome).toBe('refused')
    expect((await flixbus.fill(hold, [named(place, 0)])).outcome).toBe('done')
  })

  test('is made with a new session if the old session has ended, and only once', async () => {
    await held()
    sim.control('forget', {})
    await held()
    expect([journal().length, sim.times('authenticate')]).toEqual([2, 2])
    const stranger = createFlixbus({ ...options, password: 'wrong' })
    expect(await stranger.hold('direct:202612240:88:94', ONE)).toMatchObject({ outcome: 'refused', code: 'our_mistake' })
  })
})

const LOST = (['hang', 'cut', 'half', 'garbage', 'status_500'] as const).flatMap((kind) => [false, true].map((isDone) => [kind, isDone] as const))

describe.each(LOST)('the fault %s, with the request carried out at FlixBus: %s', (kind, isDone) => {
  test('makes the outcome of a purchase unknown, and the purchase is not repeated', async () => {
    const [hold, payment_id] = await ready()
    sim.fault('commit', kind, isDone)
    const answer = await flixbus.buy('r1', hold, payment_id)
    expect([answer.outcome, sim.times('commit'), orders()]).toEqual(['unknown', 1, isDone ? ['paid'] : []])
    expect(agrees(answer.outcome)).toBe(true)
  })

  test('makes the outcome of holding, filling or starting a journey unknown; no money is involved, and the hold expires by itself', async () => {
    const [trip] = await tripsFor(ONE)
    sim.fault('hold', kind, isDone)
    expect((await flixbus.hold(trip?.trip_id ?? '', ONE)).outcome).toBe('unknown')
    const hold = await held()
    const places = got(await flixbus.places(hold))
    sim.fault('passengers', kind, isDone)
    sim.fault('start', kind, isDone)
    expect((await flixbus.fill(hold, places.map(named))).outcome).toBe('unknown')
    expect((await flixbus.start(hold, 'a@example.com')).outcome).toBe('unknown')
    sim.control('advance', { ms: 901_000 })
    expect([orders(), (await tripsFor(ONE))[0]?.seats]).toEqual([[], 12])
  })

  test('makes the outcome of a cancellation unknown until the ticket is read', async () => {
    const order = got(await buy())
    sim.fault('cancel', kind, isDone)
    expect([(await flixbus.cancel(order, 'cash')).outcome, sim.times('cancel')]).toEqual(['unknown', 1])
    expect(await flixbus.ticket(order)).toMatchObject({ value: { is_cancelled: isDone } })
  })

  test('in a request that only reads makes the adapter repeat the request until it is answered', async () => {
    const order = got(await buy())
    for (const call of ['search', 'order', 'terms']) sim.fault(call, kind, isDone, 2)
    expect([await search(ONE), await flixbus.ticket(order), await flixbus.terms(order)].map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
  })
})

describe('FlixBus’s own answers', () => {
  test('count as refusals if they say: too many requests, an unknown partner, or an order of somebody else', async () => {
    const [hold, payment_id] = await ready()
    sim.fault('commit', 'status_429', false)
    expect(await flixbus.buy('r1', hold, payment_id)).toMatchObject({ outcome: 'refused', code: 'not_available' })
    expect(await flixbus.buy('r1', hold, '4711')).toMatchObject({ outcome: 'refused', code: 'over' })
    expect(orders()).toEqual([])
    const stranger = createFlixbus({ ...options, partner_token: 'wrong' })
    expect(await stranger.cities()).toMatchObject({ outcome: 'refused', code: 'our_mistake' })
    const order = got(await flixbus.buy('r1', hold, payment_id))
    expect(await flixbus.ticket({ ...order, secret: 'dh1' })).toMatchObject({ outcome: 'refused', code: 'never_seen' })
  })

  test('to a repeated purchase name the same order', async () => {
    const [hold, payment_id] = await ready()
    expect(await flixbus.buy('r1', hold, payment_id)).toEqual(await flixbus.buy('r1', hold, payment_id))
    expect(orders()).toEqual(['paid'])
  })

  test('are missing if the server is unreachable: a purchase is then refused as not reached, and the outcome of a cancellation is unknown', async () => {
    const gone = createFlixbus({ ...options, base: new URL('http://127.0.0.1:9') })
    expect(await gone.buy('r1', { hold_id: '1', secret: 'x' }, '1')).toMatchObject({ outcome: 'refused', code: 'not_reached' })
    expect(await gone.cancel({ order_id: '1', secret: 'x' }, 'cash')).toMatchObject({ outcome: 'unknown' })
  })

  test('to a body that is not a form say that its content type is wrong', async () => {
    const headers = { 'x-api-authentication': FLIXBUS_KEY.partner_token, 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${sim.port}/public/v1/partner/authenticate.json`, {
      method: 'POST',
      headers,
      body: JSON.stringify(FLIXBUS_KEY),
    })
    expect([answer.status, await answer.json()]).toEqual([400, { code: 400, message: 'Bad content type' }])
  })

  test('are logged without details of passengers and without secrets that open a hold or an order', async () => {
    const order = got(await buy(FAMILY))
    await flixbus.ticket(order)
    await flixbus.cancel(order, 'voucher')
    const kept = JSON.stringify(exchanges)
    expect(kept).toContain(order.order_id)
    expect(kept).not.toMatch(/Ayşe|Jürgen|Yıldız|15112345678|2020|04\.05|rtok|dh9|FLIX7|s3ss10n|demo-|shop@/)
  })
})

test('control: an adapter that treats silence as a refusal refunds the money although the ticket is valid', async () => {
  const [hold, payment_id] = await ready()
  sim.fault('commit', 'hang', true)
  const answer = await flixbus.buy('r1', hold, payment_id)
  const hasty = answer.outcome === 'unknown' ? 'refused' : answer.outcome
  expect([agrees(hasty), agrees(answer.outcome)]).toEqual([false, true])
})
