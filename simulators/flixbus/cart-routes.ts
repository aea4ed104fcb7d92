// Routes of a reservation, from its seats to its payment.
import type { Clock } from '../kit/clock.ts'
import { exactly, type Route, type SimulatedAnswer } from '../kit/simulator.ts'
import { type Cart, cartWire, failure, VOUCHERS } from './carts.ts'
import { type Carts, type Doors, ok, route } from './doors.ts'
import { partyOf, station, time } from './network.ts'

export function cartRoutes(carts: Carts, { signedIn, inCart }: Doors, clock: Clock): Route[] {
  const cartSaid = (cart: Cart): SimulatedAnswer => ok(cartWire(cart, carts.centsOf(cart), clock.now()))
  return [
    route(
      ...(['hold', 'PUT', /^\/public\/v1\/reservation\/items\.json$/] as const),
      signedIn((_, form) => {
        const into = form.get('reservation') ? carts.open(form.get('reservation'), form.get('reservation_token')) : null
        if (into && 'body' in into) return into
        const cart = carts.put(form.get('trip_uid') ?? '', partyOf(form), into)
        return 'body' in cart ? cart : cartSaid(cart)
      }),
    ),
    route('places', 'GET', /^\/public\/v1\/reservations\/(\d+)\/passengers\.json$/, ({ match: [id], query }) => {
      const cart = carts.open(id, query.get('reservation_token'))
      return 'body' in cart ? cart : ok(slotsOf(cart))
    }),
    route(
      'passengers',
      'PUT',
      /^\/public\/v1\/reservations\/(\d+)\/passengers\.json$/,
      inCart((cart, form) => (fill(cart, form) ? cartSaid(cart) : failure(400, 422, 'Passengers are not valid'))),
    ),
    route(
      ...(['voucher', 'POST', /^\/public\/v1\/reservations\/(\d+)\/vouchers\.json$/] as const),
      signedIn(
        inCart((cart, form) => {
          const code = form.get('code') ?? ''
          if (!(code in VOUCHERS) || cart.voucher) return failure(400, 422, 'Voucher is not valid')
          cart.voucher = code
          return cartSaid(cart)
        }),
      ),
    ),
    route(
      ...(['start', 'POST', /^\/public\/v1\/payment\/start\.json$/] as const),
      signedIn(
        inCart((cart, form) => {
          if (form.get('payment[psp]') !== 'offline' || form.get('payment[method]') !== 'cash') return failure(400, 422, 'Payment is not valid')
          cart.payment_id ??= String(cart.id - 899_000)
          return ok({ result: true, payment_id: exactly(cart.payment_id) })
        }),
      ),
    ),
    route(
      ...(['commit', 'PUT', /^\/public\/v1\/payment\/commit\.json$/] as const),
      signedIn(
        inCart((cart, form) => {
          const paid = carts.commit(cart, form.get('payment_id'))
          if ('body' in paid || !paid.order) return 'body' in paid ? paid : failure(400, 422, 'Payment is unknown')
          return ok({ result: true, order_id: paid.order.id, order_uid: paid.order.uid, download_hash: paid.order.hash })
        }),
      ),
    ),
  ]
}

const slotsOf = (cart: Cart) => ({
  trips: cart.items.map(({ trip }) => ({
    ...{ real_trip_uid: trip.uid, from: station(trip.from), to: station(trip.to), departure: time(trip.leaves) },
    passengers: cart.slots.flatMap(({ trip_uid, ...slot }) => (trip_uid === trip.uid ? [{ ...slot, product_type: slot.type }] : [])),
  })),
})

/** Fills each seat from the fields that have its reference and type; returns false if a seat has no such fields, or a name is missing. */
function fill(cart: Cart, form: URLSearchParams): boolean {
  for (let i = 0; i < cart.slots.length; i++) {
    const of = (name: string) => form.get(`passengers[${i}][${name}]`) ?? ''
    const slot = cart.slots.find(({ reference_id, type }) => reference_id === of('reference_id') && type === of('type'))
    if (!slot || !of('firstname') || !of('lastname')) return false
    Object.assign(slot, { firstname: of('firstname'), lastname: of('lastname'), phone: of('phone'), birthdate: of('birthdate') })
  }
  return true
}
