// FlixBus's partner service as a process of its own: two tokens, bodies as forms, carts that run out, tickets and cancellations, as far as we use it.
// `tsx simulators/flixbus.ts 4020`. The control route also knows `settings {ttl_s}`, `seats {uid, left}` and `expire {uid}`.
import { type Cart, cartWire, createCarts, failure, type Order, VOUCHERS } from './flixbus/carts.ts'
import { cities, major, type Party, station, time, tripsOf, tripWire } from './flixbus/network.ts'
import type { Clock } from './kit/clock.ts'
import { exactly, type Heard, type Part, type Route, runAsProcess, type SimulatedAnswer, startSimulator } from './kit/simulator.ts'

export const FLIXBUS_KEY = { partner_token: 'demo-partner', email: 'pos@example.com', password: 'demo-password' }
const SESSION_MS = 30 * 60_000

const partyOf = (of: URLSearchParams): Party => {
  const [adult = 0, children = 0, bikes = 0] = ['adult', 'children', 'bikes'].map((name) => Number(of.get(name) ?? 0))
  return { adult, children, bikes }
}
const ok = (body: unknown): SimulatedAnswer => ({ status: 200, body })

export function flixbus(clock: Clock): Part {
  const carts = createCarts(clock)
  const sessions = new Map<string, number>()
  const cartSaid = (cart: Cart): SimulatedAnswer => ok(cartWire(cart, carts.centsOf(cart), clock.now()))

  type Does = (heard: Heard, form: URLSearchParams) => SimulatedAnswer
  const route = (call: string, method: string, path: RegExp, does: Does): Route => ({
    ...{ call, method, path },
    does(heard) {
      const isForm = /^application\/x-www-form-urlencoded/.test(heard.headers['content-type'] ?? '')
      if (heard.body && !isForm) return failure(400, 400, 'Bad content type')
      return does(heard, new URLSearchParams(heard.body))
    },
  })
  const signedIn =
    (does: Does): Does =>
    (heard, form) =>
      (sessions.get(String(heard.headers['x-api-session'])) ?? 0) > clock.now().getTime() ? does(heard, form) : failure(401, 401, 'Session is not valid')
  /** Answers with the cart that the form or the address names. */
  const inCart =
    (does: (cart: Cart, form: URLSearchParams) => SimulatedAnswer): Does =>
    ({ match: [id] }, form) => {
      const cart = carts.open(id ?? form.get('reservation'), form.get('reservation_token'))
      return 'body' in cart ? cart : does(cart, form)
    }
  const ofOrder =
    (name: string, does: (cart: Cart & { order: Order }, query: URLSearchParams) => SimulatedAnswer): Does =>
    ({ match: [id], query }) => {
      const cart = carts.ordered(id, query.get(name))
      return 'body' in cart ? cart : does(cart, query)
    }

  const slotsOf = (cart: Cart) => ({
    trips: cart.items.map(({ trip }) => ({
      ...{ real_trip_uid: trip.uid, from: station(trip.from), to: station(trip.to), departure: time(trip.leaves) },
      passengers: cart.slots.flatMap(({ trip_uid, ...slot }) => (trip_uid === trip.uid ? [{ ...slot, product_type: slot.type }] : [])),
    })),
  })

  /** Each seat is filled under exactly the field name that was given for it. */
  function fill(cart: Cart, form: URLSearchParams): SimulatedAnswer {
    for (let i = 0; i < cart.slots.length; i++) {
      const of = (name: string) => form.get(`passengers[${i}][${name}]`) ?? ''
      const slot = cart.slots.find(({ reference_id, type }) => reference_id === of('reference_id') && type === of('type'))
      if (!slot || !of('firstname') || !of('lastname')) return failure(400, 422, 'Passengers are not valid')
      Object.assign(slot, { firstname: of('firstname'), lastname: of('lastname'), phone: of('phone'), birthdate: of('birthdate') })
    }
    return cartSaid(cart)
  }

  const info = ({ order, items, slots }: Cart & { order: Order }) => ({
    ...{ id: order.id, order_uid: order.uid, download_hash: order.hash, qr_data: `FLIX${order.id}${order.hash}`, invoices: [] },
    trips: items.map(({ trip, party }) => ({
      ...{ order_status: order.status, trip_uid: trip.uid, line_direction: `N5 ${station(trip.to).name}`, bike_slots_count: party.bikes },
      ...{ departure_station: station(trip.from), arrival_station: station(trip.to), departure: time(trip.leaves), arrival: time(trip.arrives) },
      passengers: slots.filter(({ trip_uid }) => trip_uid === trip.uid).map(({ type, firstname, lastname, phone }) => ({ type, firstname, lastname, phone })),
      seats_per_relation: [{ from: 1, to: 2, seats: slots.flatMap(({ trip_uid }, i) => (trip_uid === trip.uid ? [{ label: `${i + 1}A`, deck: '1' }] : [])) }],
    })),
    attachments: [{ title: 'Ticket', rel: 'ticket', href: `https://example.com/tickets/${order.id}.pdf`, type: 'application/pdf' }],
    taxes: [taxOf(order.cents)],
  })
  const taxOf = (cents: number) => {
    const [tax, country] = [Math.round(cents - cents / 1.19), { name: 'Germany', alpha2_code: 'DE' }]
    return { percentage: exactly('19.0'), country, tax: { currency: 'EUR', value: major(tax) }, foundation: { currency: 'EUR', value: major(cents - tax) } }
  }

  function search({ query }: Heard): SimulatedAnswer {
    const [from = '', to = '', party] = [query.get('from') ?? '', query.get('to') ?? '', partyOf(query)]
    const found = tripsOf(from, to, query.get('departure_date') ?? '')
    const end = (id: string) => ({ id: exactly(id), name: station(id).name })
    const items = found.map((trip) => tripWire(trip, party, carts.left(trip.uid)))
    return ok({ trips: found.length ? [{ from: end(from), to: end(to), links: [], items }] : [] })
  }

  const routes = [
    route('authenticate', 'POST', /^\/public\/v1\/partner\/authenticate\.json$/, (_, form) => {
      if (form.get('email') !== FLIXBUS_KEY.email || form.get('password') !== FLIXBUS_KEY.password) return failure(401, 401, 'Wrong credentials')
      const token = `s3ss10n-${sessions.size + 1}`
      sessions.set(token, clock.now().getTime() + SESSION_MS)
      return ok({ partner: { id: '1', sandboxed: true }, token })
    }),
    route('cities', 'GET', /^\/public\/v1\/network\/cities$/, () => ok({ cities: cities() })),
    route('search', 'GET', /^\/public\/v1\/trip\/search\.json$/, search),
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
    route('passengers', 'PUT', /^\/public\/v1\/reservations\/(\d+)\/passengers\.json$/, inCart(fill)),
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
    route(
      ...(['order', 'GET', /^\/public\/v2\/orders\/(\d+)\/info\.json$/] as const),
      ofOrder('download_hash', (cart) => ok({ order_uid: cart.order.uid, order: info(cart) })),
    ),
    route(
      ...(['terms', 'GET', /^\/public\/v2\/orders\/(\d+)\/cancellation\.json$/] as const),
      signedIn(
        ofOrder('order_hash', (cart) => {
          const { isPossible, until, cash, voucher } = carts.terms(cart)
          return ok({ cancellable: isPossible, until: time(until), currency: 'EUR', refunds: { cash: major(cash), voucher: major(voucher) } })
        }),
      ),
    ),
    route(
      ...(['cancel', 'PUT', /^\/public\/v2\/orders\/(\d+)\/cancel$/] as const),
      signedIn(
        ofOrder('order_hash', (cart, query) => {
          const { cash, voucher } = carts.terms(cart)
          const refund = query.get('refund_type') === 'cash' ? cash : voucher
          return carts.cancel(cart) ?? ok({ result: true, refund: { type: query.get('refund_type'), currency: 'EUR', total: major(refund) } })
        }),
      ),
    ),
  ]

  return {
    routes,
    admit: ({ headers }) => (headers['x-api-authentication'] === FLIXBUS_KEY.partner_token ? undefined : failure(401, 401, 'Partner is unknown')),
    broken: { code: 500, message: 'Internal error' },
    tooMany: { code: 429, message: 'Too many requests' },
    journal: () => carts.all().map(({ id, order, isReleased, slots }) => ({ id, order, isReleased, passengers: slots.length })),
    control: { ...carts.control, forget: () => sessions.clear() },
    reset(): void {
      sessions.clear()
      carts.reset()
    },
  }
}

export const startFlixbus = (port = 0) => startSimulator(flixbus, port)
await runAsProcess(import.meta.url, flixbus)
