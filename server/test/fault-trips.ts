// The bus trips among the players of the fault matrix: a separate booking for each cell, paid by the same steps as at the till.
import { parseCookie } from 'cookie'
import { openDesk } from '../modules/till/buses/desk.ts'
import { pay } from '../modules/till/buses/payment.ts'
import { inDays, keyOf, ONE, withBuses } from './buses.ts'
import type { Player, Seller } from './fault-players.ts'
import { lacks } from './fault-table.ts'
import type { Person, World } from './world.ts'

type Cart = { id: number; order: { id: string; status: string } | null }
/** The number of days over which the bookings are spread, because a bus has few seats. */
const DAYS = 50

/** After this time by the matrix's clock, in milliseconds, the shop signs in again, because its session would have expired. */
const SIGNED_IN_MS = 3_600_000

export async function trips(w: World, username: string): Promise<Player> {
  let [person, signed_at]: [Person, number] = [await w.signIn(username), w.clock.now().getTime()]
  const { sim } = await withBuses(w)
  const carts = () => sim.control('journal', {}) as Cart[]
  const keys = new Map<number, string>()
  let begun = 0

  /** Holds a seat and fills in a name; returns the booking and the price that the shop saw. */
  async function filled(): Promise<{ key: string; price_seen: number }> {
    begun += 1
    const now = w.clock.now().getTime()
    if (now - signed_at > SIGNED_IN_MS) [person, signed_at] = [await w.signIn(username), now]
    const [transaction_key, day] = [await keyOf(person), inDays(10 + (begun % DAYS))]
    const { trips = [] } = await person.calls.flixbus({ step: 'search', from: '88', to: '94', day, adults: 1 })
    await person.calls.flixbus({ step: 'reserve', transaction_key, trip_ids: [trips[0]?.trip_id ?? ''], adults: 1 })
    const { booking } = await person.calls.flixbus({ step: 'passengers', transaction_key, passengers: [...ONE] })
    if (!booking) throw new Error('no booking')
    keys.set(carts().at(-1)?.id ?? 0, booking.booking_id)
    return { key: booking.booking_id, price_seen: booking.price_own ?? booking.price }
  }

  const token = person.headers.authorization?.replace('Bearer ', '') ?? ''
  const actor = await w.services.sessions.find(1, { token, cookie: parseCookie(person.headers.cookie ?? '').portal_session })
  async function paying(by: Seller, key: string, price_seen: number): Promise<unknown> {
    const { db, keys, clock: now } = w.services
    const desk = await openDesk({ db, suppliers: by.suppliers }, 1)
    // A refusal is an outcome like any other, so this function returns it and does not throw.
    return pay({ actor, db, keys, now, desk, money: by.money, live: by }, key, { price_seen, email: 'a@example.com' }).catch((error: unknown) => error)
  }

  return {
    ...{ name: 'flixbus', there: sim, lacks: lacks.trips, step: 'create', isLeftOpen: true },
    async begin() {
      const { key, price_seen } = await filled()
      const sell = (by: Seller) => paying(by, key, price_seen)
      return { key, sell, again: sell }
    },
    strike: (kind, isDone) => sim.fault('commit', kind, isDone),
    heard: () => sim.times('commit'),
    empty: () => undefined,
    turn: () => undefined,
    calls: () => undefined,
    expires: { at: 'sending', ms: 901_000 },
    advance: (ms) => void sim.control('advance', { ms }),
    delivered: () => carts().flatMap(({ id, order }) => (order?.status === 'paid' ? [keys.get(id) ?? `cart ${id}`] : [])),
  }
}
