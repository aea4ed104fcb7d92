// A booking before its payment: the supplier holds the seats, the passengers are named, and a voucher may be redeemed. A booking costs nothing and expires by
// itself.

import { fold } from '../../../../contract/kit/fold.ts'
import type { BookingState, Passenger } from '../../../../contract/till/buses.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Keys } from '../../../kit/keys.ts'
import type { Db, ReadDb } from '../../../postgres/db.ts'
import type { HeldTrips, HoldName } from '../../../suppliers/trips.ts'
import { type BookingChange, type BookingRow, bookingOf, changeBooking, openBookings, putBooking } from './buses.sql.ts'
import { heldTripsOf, type Party, refuseStrangers, routeOf, seated } from './buses.ts'
import { type Desk, told } from './desk.ts'
import { ticketGoods } from './goods.sql.ts'
import { openAs, sealAs } from './sealed-content.ts'

export type Looking = { actor: SignedIn; db: ReadDb; keys: Keys; now: () => Date; desk: Desk }
export type BookingContext = Looking & { db: Db }
export type Standing = BookingRow & { state: BookingState }

async function found({ actor, db, now, desk }: Looking, key: string): Promise<Standing | undefined> {
  return (await db.read(actor.tenant_id, (q) => bookingOf(q, { actor, now: now(), configuration_id: desk.configuration_id }, key)))[0]
}

export async function standing(ground: Looking, key: string): Promise<Standing> {
  const row = await found(ground, key)
  if (!row) throw new Refusal('not_found')
  return row
}

export const change = ({ actor, db }: Pick<BookingContext, 'actor' | 'db'>, key: string, changed: BookingChange) =>
  db.write(actor.tenant_id, (q) => changeBooking(q, actor.tenant_id, key, changed))

/**
 * The most open bookings of a user: nobody serves this many customers at once, and a user who holds seats without selling them keeps the seats from other
 * customers.
 */
const OPEN_MAX = 10

/** Holds seats on every trip. If one trip has no seats left, the booking is refused; the seats already held on other trips expire at the supplier. */
export async function reserve(ground: BookingContext, key: string, trip_ids: readonly string[], party: Party): Promise<Standing> {
  const { actor, db, keys, now, desk } = ground
  const before = await found(ground, key)
  if (before) return sameAs(before, trip_ids, party)
  if ((await db.read(actor.tenant_id, (q) => openBookings(q, actor, now()))) >= OPEN_MAX) throw new Refusal('share_used_up')
  let held: HeldTrips | undefined
  for (const trip_id of trip_ids) held = told(await desk.trips.hold(trip_id, party, held), { not_available: 'trip_full', over: 'seats_over' })
  if (!held || held.trips.length !== trip_ids.length) throw new Refusal('supplier_silent')
  const { hold_id, secret, left_ms, price, discount } = held
  const trips = heldTripsOf(held)
  const route = routeOf(trips)
  desk.configuration_id ??= await db.write(actor.tenant_id, (q) => ticketGoods(q, actor.tenant_id, now()))
  await db.write(actor.tenant_id, (q) =>
    putBooking(q, actor.tenant_id, {
      ...{ key, seller_id: actor.organisation_id, user_id: actor.user_id, supplier_id: desk.supplier_id, ...party, price, discount },
      ...{ trips: JSON.stringify(trips), route, route_search: fold(route), departs_at: new Date(trips[0]?.departs ?? now()) },
      ...{ ends_at: endOf(now(), left_ms), held: sealAs(keys, actor.tenant_id, key, 'held', { hold_id, secret }), created_at: now() },
    }),
  )
  return sameAs(await standing(ground, key), trip_ids, party)
}

/** Returns the booking if it is for this journey; throws key_reused if its key was used for another journey. */
function sameAs(row: Standing, trip_ids: readonly string[], { adults, children, bikes }: Party): Standing {
  const theirs = row.trips.map(({ trip_id }) => trip_id)
  const isSame = theirs.length === trip_ids.length && trip_ids.every((id) => theirs.includes(id))
  if (!isSame || row.adults !== adults || row.children !== children || row.bikes !== bikes) throw new Refusal('key_reused')
  return row
}

/** The end of the reservation by our clock, computed from the time that is left according to the supplier, because the supplier's clock differs from ours. */
const endOf = (now: Date, left_ms: number) => new Date(now.getTime() + left_ms)

/** Finds a booking whose seats are held and that nobody has begun to pay; only such a booking can be changed. */
async function open(ground: BookingContext, key: string): Promise<Standing & { name: HoldName }> {
  const row = await standing(ground, key)
  if (row.hold_state) throw new Refusal('key_reused')
  if (row.state === 'over') throw new Refusal('seats_over')
  return { ...row, name: openAs<HoldName>(ground.keys, ground.actor.tenant_id, key, 'held', row.held) }
}

/** Asks the supplier about the seats. If the supplier answers that they are no longer held, the booking is marked as expired. */
export async function heard<T>(ground: BookingContext, key: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'seats_over') await change(ground, key, { ends_at: ground.now() })
    throw error
  }
}

export async function fill(ground: BookingContext, key: string, passengers: readonly Passenger[]): Promise<Standing> {
  const { actor, keys, now, desk } = ground
  const row = await open(ground, key)
  refuseStrangers(passengers, row, new Date(row.departs_at))
  const { places, held } = await heard(ground, key, async () => {
    const places = row.places.length > 0 ? row.places : told(await desk.trips.places(row.name), { over: 'seats_over' })
    return { places, held: told(await desk.trips.fill(row.name, seated(passengers, places)), { over: 'seats_over' }) }
  })
  await change(ground, key, {
    ...{ is_filled: true, places: JSON.stringify(places), passengers: sealAs(keys, actor.tenant_id, key, 'passengers', passengers) },
    ...{ price: held.price, discount: held.discount, ends_at: endOf(now(), held.left_ms) },
  })
  return standing(ground, key)
}

export const passengersOf = ({ actor, keys }: Pick<Looking, 'actor' | 'keys'>, { key, passengers }: Standing): Passenger[] =>
  passengers ? openAs<Passenger[]>(keys, actor.tenant_id, key, 'passengers', passengers) : []

/**
 * Redeems a voucher. If the answer that accepted it was lost, the supplier refuses the voucher the second time. So before the voucher is called wrong, the
 * present price of the seats is checked.
 */
export async function redeem(ground: BookingContext, key: string, code: string): Promise<Standing> {
  const { now, desk } = ground
  const row = await open(ground, key)
  const said = await desk.trips.voucher(row.name, code)
  const held = said.outcome === 'done' ? said.value : await heard(ground, key, () => asItStands(ground, row))
  if (said.outcome !== 'done' && held.discount <= row.discount)
    await heard(ground, key, async () => told(said, { not_available: 'voucher_wrong', over: 'seats_over' }))
  await change(ground, key, { price: held.price, discount: held.discount, ends_at: endOf(now(), held.left_ms) })
  return standing(ground, key)
}

/**
 * Asks the supplier for the current state of the seats, by sending the same passengers again, which changes nothing; the answer has the current price. If no
 * passengers have been named yet, throws voucher_wrong.
 */
async function asItStands(ground: BookingContext, row: Standing & { name: HoldName }): Promise<HeldTrips> {
  if (!row.is_filled) throw new Refusal('voucher_wrong')
  return told(await ground.desk.trips.fill(row.name, seated(passengersOf(ground, row), row.places)), { over: 'seats_over' })
}
