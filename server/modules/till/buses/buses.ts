// Rules of bus tickets: which passengers may travel, how seats are assigned, and what an answer about a booking contains.

import type { Money } from '../../../../contract/kit/money.ts'
import type { Booking, BookingState, Passenger, Ticket } from '../../../../contract/till/buses.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { refuseField } from '../../../kit/errors.ts'
import type { HeldTrips, Place, Passenger as Travelling, Trip, TripTicket } from '../../../suppliers/trips.ts'
import type { BookingRow, HeldTrip } from './buses.sql.ts'

export type Party = { adults: number; children: number; bikes: number }

/** The age in years from which a passenger is an adult, on the day of travel. */
const ADULT_AGE = 15

/** A passenger's age in years on a day. Both arguments are days as YYYY-MM-DD. */
export const ageOn = (born: string, day: string): number => Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0)

/** Refuses passengers if there are not as many adults and as many children as seats are held for, or if a birth date does not fit. */
export function refuseStrangers(passengers: readonly Passenger[], { adults, children }: Party, departs: Date): void {
  const count = (kind: Passenger['kind']) => passengers.filter((each) => each.kind === kind).length
  if (count('adult') !== adults || count('child') !== children) throw refuseField('passengers', 'invalid_value')
  const day = berlinDay(departs)
  passengers.forEach(({ kind, birth_date }, i) => {
    if (!birth_date) return
    const age = ageOn(birth_date, day)
    if (age < 0 || age < ADULT_AGE !== (kind === 'child')) throw refuseField(`passengers.${i}.birth_date`, 'other_age')
  })
}

const isAdult = ({ kind }: Place) => kind === 'adult'

/** Assigns each passenger to a held seat (place) on each trip: the first adult gets the first place for an adult, and so on. */
export function seated(passengers: readonly Passenger[], places: readonly Place[]): Travelling[] {
  const next = new Map<string, number>()
  return places.map((place) => {
    const kind = isAdult(place) ? 'adult' : 'child'
    const taken = `${place.trip_id} ${kind}`
    const nth = next.get(taken) ?? 0
    next.set(taken, nth + 1)
    const person = passengers.filter((each) => each.kind === kind)[nth]
    if (!person) throw refuseField('passengers', 'invalid_value')
    const { first_name, last_name, phone, birth_date } = person
    return { place_id: place.place_id, kind: place.kind, first_name, last_name, phone: phone ?? '', birth_date: birth_date ?? null }
  })
}

export const tripAnswer = ({ departs, arrives, operated_by, ...trip }: Trip) => ({
  ...trip,
  operated_by: [...operated_by],
  departs: departs.toISOString(),
  arrives: arrives.toISOString(),
})

export const heldTripsOf = ({ trips }: HeldTrips): HeldTrip[] =>
  trips
    .map(({ trip_id, from, to, departs, arrives, price }) => ({ trip_id, from, to, departs: departs.toISOString(), arrives: arrives.toISOString(), price }))
    .sort((a, b) => a.departs.localeCompare(b.departs))

export const routeOf = (trips: readonly HeldTrip[]) => {
  const [there, back] = trips
  return there ? `${there.from} – ${there.to}${back ? ` – ${back.to}` : ''}` : ''
}

/** The answer about a booking. With `isMasked` it does not contain the shop's price, because the user may not see the shop's prices. */
export const bookingAnswer = (row: BookingRow & { state: BookingState }, isMasked: boolean): Booking => ({
  booking_id: row.key,
  state: row.state,
  ends_at: row.ends_at,
  party: { adults: row.adults, children: row.children, bikes: row.bikes },
  trips: row.trips,
  price: row.price,
  discount: row.discount,
  price_own: isMasked ? null : row.price_own,
  sale_id: row.sale_id,
  refunded: row.given,
})

/** The ticket to print: the supplier's data, with the names of the passengers as they were entered. */
export const ticketAnswer = (order_id: string, { code, pdf_url, trips, taxes }: TripTicket, passengers: readonly Passenger[]): Ticket => ({
  order_id,
  code,
  pdf_url,
  rides: trips.map(({ trip_id, from, to, departs, arrives, line, seats }) => ({
    ...{ trip_id, from, to, line, seats: [...seats] },
    ...{ departs: new Date(departs).toISOString(), arrives: new Date(arrives).toISOString() },
  })),
  passengers: passengers.map(({ first_name, last_name }) => `${first_name} ${last_name}`),
  taxes: [...taxes],
})

/** The price of the cheapest trip with room for everyone; null if no trip has room. */
export const cheapest = (trips: readonly Trip[]): Money | null =>
  trips.reduce<Money | null>((least, { is_free, price }) => (is_free && (least === null || price < least) ? price : least), null)
