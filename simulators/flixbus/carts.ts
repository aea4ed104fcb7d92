// The simulated carts and orders: seats and bicycles are really taken, a cart expires by the clock and frees them, and a cart becomes an order only once.

import type { Clock } from '../kit/clock.ts'
import { serial } from '../kit/serial.ts'
import { BIKES, isFull, major, type Party, priceOf, SEATS, station, type Trip, time, tripOf } from './network.ts'

type Slot = { trip_uid: string; type: 'adult' | 'children'; reference_id: string; firstname: string; lastname: string; phone: string; birthdate: string }
export type Cart = {
  id: number
  token: string
  created: Date
  expires: Date
  items: { trip: Trip; party: Party }[]
  slots: Slot[]
  voucher: string
  payment_id: string | null
  order: Order | null
  isReleased: boolean
}
export type Order = { id: string; uid: string; hash: string; status: 'paid' | 'cancelled'; cents: number }

export const VOUCHERS: Readonly<Record<string, number>> = { SAVE5: 500 }
const [TTL_S, HOUR_MS, CANCEL_CENTS] = [900, 3_600_000, 200]

export const failure = (status: number, code: number, message: string) => ({ status, body: { code, message } })
type Failure = ReturnType<typeof failure>

export function createCarts(clock: Clock) {
  let carts: Cart[] = []
  let taken = new Map<string, { seats: number; bikes: number }>()
  let ttl_s = TTL_S

  /** Returns the free seats and bicycle places of a trip; those of expired carts are free again. */
  const left = (uid: string) => {
    for (const cart of carts) expire(cart)
    const { seats, bikes } = taken.get(uid) ?? { seats: isFull(uid) ? SEATS : 0, bikes: 0 }
    return { seats: SEATS - seats, bikes: BIKES - bikes }
  }
  function take(uid: string, { adult, children, bikes }: Party, sign = 1): void {
    const now = left(uid)
    taken.set(uid, { seats: SEATS - now.seats + sign * (adult + children), bikes: BIKES - now.bikes + sign * bikes })
  }
  function release(cart: Cart): void {
    if (cart.isReleased) return
    cart.isReleased = true
    for (const { trip, party } of cart.items) take(trip.uid, party, -1)
  }
  function expire(cart: Cart): void {
    if (!cart.order && clock.now() >= cart.expires) release(cart)
  }

  function open(id: unknown, token: unknown): Cart | Failure {
    const cart = carts.find((each) => String(each.id) === String(id) && each.token === token)
    if (!cart) return failure(404, 404, 'Reservation not found')
    expire(cart)
    return cart.isReleased ? failure(400, 410, 'Reservation is expired') : cart
  }

  const centsOf = ({ items, voucher }: Cart) => Math.max(items.reduce((sum, { trip, party }) => sum + priceOf(trip, party), 0) - (VOUCHERS[voucher] ?? 0), 0)

  function put(uid: string, party: Party, into: Cart | null): Cart | Failure {
    const [trip, { seats, bikes }] = [tripOf(uid), left(uid)]
    if (!trip || party.adult + party.children === 0) return failure(400, 400, 'Trip is not available')
    if (seats < party.adult + party.children || bikes < party.bikes) return failure(400, 409, 'Trip is fully booked')
    const now = clock.now()
    const [id, expires] = [900_001 + carts.length, new Date(now.getTime() + 1000 * ttl_s)]
    const cart = into ?? { id, token: `rtok${id}`, created: now, expires, items: [], slots: [], voucher: '', payment_id: null, order: null, isReleased: false }
    if (!into) carts.push(cart)
    take(uid, party)
    cart.items.push({ trip, party })
    for (const [type, count] of [['adult', party.adult] as const, ['children', party.children] as const])
      for (let i = 0; i < count; i++) {
        const reference_id = `ref-${cart.id}-${cart.slots.length + 1}`
        cart.slots.push({ trip_uid: uid, type, reference_id, firstname: '', lastname: '', phone: '', birthdate: '' })
      }
    return cart
  }

  function commit(cart: Cart, payment_id: unknown): Cart | Failure {
    if (!cart.payment_id || cart.payment_id !== payment_id) return failure(400, 422, 'Payment is unknown')
    if (cart.slots.some(({ firstname }) => !firstname)) return failure(400, 422, 'Passengers are missing')
    cart.order ??= { id: String(800_000 + serial()), uid: `uid${cart.id}`, hash: `dh${cart.id}`, status: 'paid', cents: centsOf(cart) }
    return cart
  }

  const ordered = (id: unknown, hash: unknown): (Cart & { order: Order }) | Failure => {
    const cart = carts.find(({ order }) => order?.id === String(id) && order?.hash === hash)
    return cart?.order ? (cart as Cart & { order: Order }) : failure(404, 404, 'Order not found')
  }
  /**
   * The terms of a cancellation: a paid order can be cancelled until an hour before its first departure; the fee is deducted from cash, but not from a voucher.
   */
  function terms(cart: Cart & { order: Order }) {
    const leaves = Math.min(...cart.items.map(({ trip }) => trip.leaves.getTime()))
    const isPossible = cart.order.status === 'paid' && clock.now().getTime() < leaves - HOUR_MS
    return { isPossible, until: new Date(leaves - HOUR_MS), cash: Math.max(cart.order.cents - CANCEL_CENTS, 0), voucher: cart.order.cents }
  }

  return {
    ...{ left, open, put, commit, ordered, terms, centsOf },
    all: () => carts,
    cancel(cart: Cart & { order: Order }): Failure | null {
      if (!terms(cart).isPossible) return failure(400, 409, 'Order can no longer be cancelled')
      cart.order.status = 'cancelled'
      release(cart)
      return null
    },
    control: {
      settings(given: Record<string, unknown>) {
        ttl_s = Number(given.ttl_s ?? TTL_S)
      },
      /** Lets all carts with this trip expire now. */
      expire: ({ uid }: Record<string, unknown>) =>
        carts.filter(({ items }) => items.some(({ trip }) => trip.uid === uid)).map((cart) => (cart.expires = clock.now())).length,
      /** Sets the number of seats left on a trip, as if other customers had bought the rest. */
      seats: ({ uid, left: seats }: Record<string, unknown>) => taken.set(String(uid), { seats: SEATS - Number(seats), bikes: 0 }).size,
    },
    reset(): void {
      ;[carts, taken, ttl_s] = [[], new Map(), TTL_S]
    },
  }
}

/** A cart in the wire format, which has the reservation's id twice: as text and as number. */
export function cartWire(cart: Cart, cents: number, now: Date) {
  const { id, token, created, expires, items, voucher } = cart
  const times = { token, created_at: time(created), expired_at: time(expires) }
  const ttl = Math.max(Math.round((expires.getTime() - now.getTime()) / 1000), 0)
  const itemWire = ({ trip, party }: Cart['items'][number]) => ({
    ...{ trip: { uid: trip.uid }, from: station(trip.from), to: station(trip.to), departure: time(trip.leaves), arrival: time(trip.arrives) },
    price: { currency: 'EUR', total: major(priceOf(trip, party)) },
    reserved: { adult: party.adult, children: party.children, bike_slot: party.bikes },
  })
  return {
    ...{ result: true, reservation: { id, ...times, meta_info: '' } },
    cart: {
      ...{ more_allowed: true, is_expired: false, vouchers: voucher ? [{ prefix: '', code: voucher }] : [], messages: [] },
      items: Object.fromEntries(items.map((item) => [item.trip.uid, itemWire(item)])),
      price: { total: major(cents), discount: major(VOUCHERS[voucher] ?? 0) },
      reservation: { id: String(id), ...times, ttl, meta_info: {} },
    },
  }
}
