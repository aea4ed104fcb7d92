// The adapter of FlixBus, for trips, holds and tickets. It only translates. A missing answer is `unknown`; after a purchase only a person can settle it,
// because FlixBus cannot search orders by our reference.
import type { Money } from '../../../contract/kit/money.ts'
import { done, refused, unknown } from '../answers.ts'
import { euros } from '../digits.ts'
import type { Answer } from '../supplier.ts'
import type { HeldTrips, HoldName, Party, Passenger, Trip, Trips, TripTicket } from '../trips.ts'
import { createWire, type Wire, type WireOptions } from '../wire.ts'
import { type Conversation, type Credentials, createConversation, type Heading } from './session.ts'
import * as shapes from './shapes.ts'

export type FlixbusOptions = Omit<WireOptions, 'supplier' | 'shown'> & Credentials & { now?: () => Date }

/** We sell in euros, so prices are requested in euros. */
const CURRENCY = 'EUR'

export function createFlixbus({ partner_token, email, password, now = () => new Date(), ...to }: FlixbusOptions): Trips & { close: Wire['close'] } {
  const wire = createWire({ ...to, supplier: 'FlixBus', shown: shapes.SHOWN })
  const ask: Conversation = createConversation(wire, { partner_token, email, password })
  const cart = (said: Heading<shapes.Cart>) => translated(said, (body, headers) => heldIn(body, headers, now()))

  return {
    ...{ name: 'FlixBus', close: wire.close },

    async cities() {
      const said = await ask({ call: 'cities', method: 'GET', path: '/public/v1/network/cities' }, shapes.Cities)
      return translated(said, ({ cities }) =>
        cities.map(({ id, name, country, pairs }) => ({ city_id: id, name, country: country.alpha2_code, reaches: pairs ?? [] })),
      )
    },

    async search({ from, to: target, day, party, language }) {
      const [year, month, date] = day.split('-')
      const query = { search_by: 'cities', from, to: target, departure_date: `${date}.${month}.${year}`, ...partyWire(party), currency: CURRENCY }
      const headers = { 'accept-language': language }
      const said = await ask({ call: 'search', method: 'GET', path: '/public/v1/trip/search.json', query, headers }, shapes.Search)
      return translated(said, ({ trips }) => trips.flatMap(({ from: a, to: b, items }) => items.flatMap((offer) => tripOf(offer, a.name, b.name, party) ?? [])))
    },

    async hold(trip_id, party, into) {
      const form = { trip_uid: trip_id, ...partyWire(party), currency: CURRENCY, ...(into ? { reservation: into.hold_id, ...tokenOf(into) } : {}) }
      const asked = { call: 'hold', method: 'PUT', path: '/public/v1/reservation/items.json', form, session: true, refusal: 'not_available' } as const
      const held = cart(await ask(asked, shapes.Cart))
      const isThere = held.outcome !== 'done' || held.value.trips.some((trip) => trip.trip_id === trip_id)
      return isThere ? held : refused('not_available', 'the trip is not in the cart')
    },

    async places({ hold_id, secret }) {
      const path = `/public/v1/reservations/${encodeURIComponent(hold_id)}/passengers.json`
      const asked = { call: 'places', method: 'GET', path, query: { reservation_token: secret }, refusal: 'over' } as const
      const said = await ask(asked, shapes.Places)
      return translated(said, ({ trips }) =>
        trips.flatMap(({ real_trip_uid, passengers }) =>
          passengers.map(({ type, reference_id, ...more }) => ({
            ...{ trip_id: real_trip_uid, place_id: reference_id, kind: type },
            needs: Object.keys(more).filter((field) => NEEDED.includes(field)),
          })),
        ),
      )
    },

    async fill(held, passengers) {
      const path = `/public/v1/reservations/${encodeURIComponent(held.hold_id)}/passengers.json`
      const form = { ...tokenOf(held), with_donation: 'false', ...Object.fromEntries(passengers.flatMap(passengerWire)) }
      return cart(await ask({ call: 'passengers', method: 'PUT', path, form, refusal: 'over' }, shapes.Cart))
    },

    async voucher(held, code) {
      const path = `/public/v1/reservations/${encodeURIComponent(held.hold_id)}/vouchers.json`
      const form = { ...tokenOf(held), code }
      return cart(await ask({ call: 'voucher', method: 'POST', path, form, session: true, refusal: 'not_available' }, shapes.Cart))
    },

    async start(held, to_email) {
      const form = { reservation: held.hold_id, ...tokenOf(held), email: to_email, 'payment[psp]': 'offline', 'payment[method]': 'cash' }
      const path = '/public/v1/payment/start.json'
      const said = await ask({ call: 'start', method: 'POST', path, form, session: true, refusal: 'over' }, shapes.Payment)
      return translated(said, ({ result, payment_id }) => (result ? { payment_id } : undefined))
    },

    async buy(reference, held, payment_id) {
      const form = { reservation: held.hold_id, ...tokenOf(held), payment_id }
      const path = '/public/v1/payment/commit.json'
      const said = await ask({ call: 'commit', method: 'PUT', path, form, session: true, reference, refusal: 'over' }, shapes.Bought)
      return translated(said, ({ result, order_id, download_hash }) => (result ? { order_id, secret: download_hash } : undefined))
    },

    async ticket({ order_id, secret }) {
      const path = `/public/v2/orders/${encodeURIComponent(order_id)}/info.json`
      const said = await ask({ call: 'order', method: 'GET', path, query: { download_hash: secret }, refusal: 'never_seen' }, shapes.OrderInfo)
      return translated(said, ticketIn)
    },

    async terms({ order_id, secret }) {
      const path = `/public/v2/orders/${encodeURIComponent(order_id)}/cancellation.json`
      const asked = { call: 'terms', method: 'GET', path, query: { order_hash: secret }, session: true, refusal: 'never_seen' } as const
      const said = await ask(asked, shapes.Terms)
      return translated(said, ({ cancellable, until, currency, refunds: { cash, voucher } }) => {
        const [paid, credited] = [cash, voucher].map((of) => (of && currency === CURRENCY ? (euros(of, '1', 'nearest') ?? null) : null))
        return { is_possible: cancellable, until: until ? at(until) : null, refunds: { cash: paid ?? null, voucher: credited ?? null } }
      })
    },

    async cancel({ order_id, secret }, refund) {
      const path = `/public/v2/orders/${encodeURIComponent(order_id)}/cancel`
      const asked = { call: 'cancel', method: 'PUT', path, query: { order_hash: secret, refund_type: refund }, session: true, refusal: 'over' } as const
      const said = await ask(asked, shapes.Cancelled)
      const cancelled = translated(said, ({ result, refund: { currency, total } }) => {
        const money = currency === CURRENCY ? euros(total, '1', 'nearest') : undefined
        return result && money !== undefined ? { refund: money } : undefined
      })
      // If FlixBus cannot be reached, it has not refused, so the outcome is unknown; the ticket tells later whether it was cancelled.
      return cancelled.outcome === 'refused' && cancelled.code === 'not_reached' ? unknown(cancelled.reason) : cancelled
    },
  }
}

/** Translates an answer. An answer in the wrong currency, or with other content than agreed, is treated as no answer. */
function translated<T, U>(said: Heading<T>, translate: (said: T, headers: Readonly<Record<string, string>>) => U | undefined): Answer<U> {
  if (said.outcome !== 'done') return said
  const value = translate(said.value.said, said.value.headers)
  return value === undefined ? unknown('the answer cannot be read') : done(value)
}

const at = ({ timestamp }: { timestamp: string }) => new Date(Number(timestamp) * 1000)
const tokenOf = ({ secret }: HoldName) => ({ reservation_token: secret })
const partyWire = ({ adults, children, bikes }: Party) => ({ adult: String(adults), children: String(children), bikes: String(bikes) })

/** Details that a seat may require beside the names; each seat lists those that it requires. */
const NEEDED = ['phone', 'birthdate', 'gender', 'citizenship', 'identification_type', 'identification_number', 'patronymic', 'parental_permission']

function passengerWire({ place_id, kind, first_name, last_name, phone, birth_date }: Passenger, i: number): [string, string][] {
  const [year, month, day] = birth_date?.split('-') ?? []
  const fields = { reference_id: place_id, type: kind, firstname: first_name, lastname: last_name, phone, birthdate: year ? `${day}.${month}.${year}` : '' }
  return Object.entries(fields).map(([name, value]) => [`passengers[${i}][${name}]`, value])
}

function tripOf(offer: shapes.Offer, from: string, to: string, { adults, children, bikes }: Party): Trip | undefined {
  const { uid, status, sale_restriction, available, operated_by, interconnection_transfers, departure, arrival } = offer
  const [price, seats, slots] = [euros(offer.price_total_sum), Number(available.seats), Number(available.slots)]
  if (price === undefined || sale_restriction || !Number.isInteger(seats) || !Number.isInteger(slots)) return undefined
  return {
    ...{ trip_id: uid, from, to, departs: at(departure), arrives: at(arrival), changes: interconnection_transfers?.length ?? 0, price, seats, bikes: slots },
    operated_by: (operated_by ?? []).map(({ label }) => label),
    is_free: status === 'available' && seats >= adults + children && slots >= bikes,
  }
}

/** The held trips. How long the seats are held is counted from the supplier's own time, which is in a header of its answer. */
function heldIn({ result, cart }: shapes.Cart, headers: Readonly<Record<string, string>>, now: Date): HeldTrips | undefined {
  const [price, discount] = [euros(cart.price.total), euros(cart.price.discount ?? '0', '1', 'nearest')]
  const trips: HeldTrips['trips'][number][] = []
  for (const { trip, from, to, departure, arrival, price: own, reserved } of Object.values(cart.items)) {
    const cost: Money | undefined = own.currency === CURRENCY ? euros(own.total) : undefined
    if (cost === undefined) return undefined
    const party = { adults: Number(reserved.adult), children: Number(reserved.children), bikes: Number(reserved.bike_slot) }
    trips.push({ trip_id: trip.uid, from: from.name, to: to.name, departs: at(departure), arrives: at(arrival), price: cost, party })
  }
  if (!result || price === undefined || discount === undefined) return undefined
  const [runs_out, theirs] = [at(cart.reservation.expired_at), Date.parse(headers.date ?? '')]
  const left_ms = Math.max(runs_out.getTime() - (Number.isNaN(theirs) ? now.getTime() : theirs), 0)
  return { hold_id: cart.reservation.id, secret: cart.reservation.token, runs_out, left_ms, price, discount, trips }
}

function ticketIn({ order }: { order: shapes.OrderInfo['order'] }): TripTicket | undefined {
  const taxes: TripTicket['taxes'][number][] = []
  for (const { percentage, country, tax, foundation } of order.taxes ?? []) {
    const [due, net] = [euros(tax.value, '1', 'nearest'), euros(foundation.value, '1', 'nearest')]
    if (due === undefined || net === undefined || tax.currency !== CURRENCY) return undefined
    taxes.push({ country: country.alpha2_code, percent: percentage, tax: due, net })
  }
  return {
    ...{ taxes, code: order.qr_data, is_cancelled: order.trips.length > 0 && order.trips.every(({ order_status }) => order_status === 'cancelled') },
    pdf_url: order.attachments?.find(({ rel, type }) => rel === 'ticket' && type === 'application/pdf')?.href ?? null,
    trips: order.trips.map(({ trip_uid, line_direction, departure_station, arrival_station, departure, arrival, passengers, seats_per_relation }) => ({
      ...{ trip_id: trip_uid, line: line_direction ?? '', from: departure_station.name, to: arrival_station.name },
      ...{ departs: at(departure), arrives: at(arrival), passengers: passengers.length },
      seats: (seats_per_relation ?? []).flatMap(({ seats }) => seats.map(({ label }) => label)),
    })),
  }
}
