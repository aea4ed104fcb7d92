// The first steps of the routes of the partner service: read the form, check the session, find the cart or the order that the request is about.
import type { Clock } from '../kit/clock.ts'
import type { Heard, Route, SimulatedAnswer } from '../kit/simulator.ts'
import { type Cart, type createCarts, failure, type Order } from './carts.ts'

const SESSION_MS = 30 * 60_000

export type Does = (heard: Heard, form: URLSearchParams) => SimulatedAnswer
export type PaidCart = Cart & { order: Order }
export type Carts = ReturnType<typeof createCarts>
export type Doors = ReturnType<typeof createDoors>

export const ok = (body: unknown): SimulatedAnswer => ({ status: 200, body })

export const route = (call: string, method: string, path: RegExp, does: Does): Route => ({
  ...{ call, method, path },
  does(heard) {
    const isForm = /^application\/x-www-form-urlencoded/.test(heard.headers['content-type'] ?? '')
    if (heard.body && !isForm) return failure(400, 400, 'Bad content type')
    return does(heard, new URLSearchParams(heard.body))
  },
})

export function createDoors(carts: Carts, clock: Clock) {
  const sessions = new Map<string, number>()
  return {
    /** Opens a session and returns its token. */
    signIn(): string {
      const token = `s3ss10n-${sessions.size + 1}`
      sessions.set(token, clock.now().getTime() + SESSION_MS)
      return token
    },
    forget: () => sessions.clear(),
    signedIn:
      (does: Does): Does =>
      (heard, form) =>
        (sessions.get(String(heard.headers['x-api-session'])) ?? 0) > clock.now().getTime() ? does(heard, form) : failure(401, 401, 'Session is not valid'),
    /** Makes a route that gets the cart whose id is in the URL or in the form. */
    inCart:
      (does: (cart: Cart, form: URLSearchParams) => SimulatedAnswer): Does =>
      ({ match: [id] }, form) => {
        const cart = carts.open(id ?? form.get('reservation'), form.get('reservation_token'))
        return 'body' in cart ? cart : does(cart, form)
      },
    /** Makes a route that gets the order whose id is in the URL, if the query has the order's secret under `name`. */
    ofOrder:
      (name: string, does: (cart: PaidCart, query: URLSearchParams) => SimulatedAnswer): Does =>
      ({ match: [id], query }) => {
        const cart = carts.ordered(id, query.get(name))
        return 'body' in cart ? cart : does(cart, query)
      },
  }
}
