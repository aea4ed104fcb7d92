// FlixBus's partner service as a process of its own: two tokens, bodies as forms, carts that run out, tickets and cancellations, as far as we use it.
// `tsx simulators/flixbus.ts 4020`. Beside the commands of every simulator (kit/simulator.ts) the control route has `settings {ttl_s}`, `seats {uid, left}`
// and `expire {uid}`.

import { cartRoutes } from './flixbus/cart-routes.ts'
import { createCarts, failure } from './flixbus/carts.ts'
import { createDoors, ok, route } from './flixbus/doors.ts'
import { cities, partyOf, station, tripsOf, tripWire } from './flixbus/network.ts'
import { orderRoutes } from './flixbus/order-routes.ts'
import type { Clock } from './kit/clock.ts'
import { exactly, type Heard, type Part, runAsProcess, type SimulatedAnswer, startSimulator } from './kit/simulator.ts'

export const FLIXBUS_KEY = { partner_token: 'demo-partner', email: 'pos@example.com', password: 'demo-password' }

export function flixbus(clock: Clock): Part {
  const carts = createCarts(clock)
  const doors = createDoors(carts, clock)

  function search({ query }: Heard): SimulatedAnswer {
    const [from = '', to = '', party] = [query.get('from') ?? '', query.get('to') ?? '', partyOf(query)]
    const found = tripsOf(from, to, query.get('departure_date') ?? '')
    const end = (id: string) => ({ id: exactly(id), name: station(id).name })
    const items = found.map((trip) => tripWire(trip, party, carts.left(trip.uid)))
    return ok({ trips: found.length ? [{ from: end(from), to: end(to), links: [], items }] : [] })
  }

  return {
    routes: [
      route('authenticate', 'POST', /^\/public\/v1\/partner\/authenticate\.json$/, (_, form) => {
        if (form.get('email') !== FLIXBUS_KEY.email || form.get('password') !== FLIXBUS_KEY.password) return failure(401, 401, 'Wrong credentials')
        return ok({ partner: { id: '1', sandboxed: true }, token: doors.signIn() })
      }),
      route('cities', 'GET', /^\/public\/v1\/network\/cities$/, () => ok({ cities: cities() })),
      route('search', 'GET', /^\/public\/v1\/trip\/search\.json$/, search),
      ...cartRoutes(carts, doors, clock),
      ...orderRoutes(carts, doors),
    ],
    admit: ({ headers }) => (headers['x-api-authentication'] === FLIXBUS_KEY.partner_token ? undefined : failure(401, 401, 'Partner is unknown')),
    broken: { code: 500, message: 'Internal error' },
    tooMany: { code: 429, message: 'Too many requests' },
    journal: () => carts.all().map(({ id, order, isReleased, slots }) => ({ id, order, isReleased, passengers: slots.length })),
    control: { ...carts.control, forget: doors.forget },
    reset(): void {
      doors.forget()
      carts.reset()
    },
  }
}

export const startFlixbus = (port = 0) => startSimulator(flixbus, port)
await runAsProcess(import.meta.url, flixbus)
