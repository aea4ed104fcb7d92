// The simulated bus network: four trips a day between each two of five cities; the last trip of the day is always full.
import { exactly } from '../kit/simulator.ts'

const CITIES = [
  ['88', 'Berlin', 'DE', 'GMT+01:00'],
  ['94', 'Munich', 'DE', 'GMT+01:00'],
  ['118', 'Hamburg', 'DE', 'GMT+01:00'],
  ['1374', 'Paris', 'FR', 'GMT+01:00'],
  ['2015', 'Istanbul', 'TR', 'GMT+03:00'],
] as const
const nameOf = (id: string) => CITIES.find(([each]) => each === id)?.[1]

export const cities = () =>
  CITIES.map(([id, name, alpha2_code]) => ({
    ...{ id, name, country: { name: alpha2_code, alpha2_code } },
    pairs: CITIES.filter(([other]) => other !== id).map(([other]) => exactly(other)),
  }))

export type Party = { adult: number; children: number; bikes: number }
export type Trip = { uid: string; from: string; to: string; leaves: Date; arrives: Date; changes: boolean; cents: number }

const HOURS = [6, 10, 15, 22]
/** The indexes of two of a day's four trips: the third one has a change of buses, and the last one has no free seat. */
export const [CHANGING, FULL] = [2, 3]
export const [SEATS, BIKES] = [12, 3]

/** Returns the day's trips between two cities. `day`: DD.MM.YYYY. */
export function tripsOf(from: string, to: string, day: string): Trip[] {
  const [, dd, mm, yyyy] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(day) ?? []
  if (!yyyy || !nameOf(from) || !nameOf(to) || from === to) return []
  return HOURS.map((hour, i) => {
    const leaves = new Date(`${yyyy}-${mm}-${dd}T${String(hour).padStart(2, '0')}:00:00+01:00`)
    const cents = 1499 + 500 * i + 10 * Math.abs(Number(from) - Number(to))
    const uid = `${i === CHANGING ? 'interconnection' : 'direct'}:${yyyy}${mm}${dd}${i}:${from}:${to}`
    return { uid, from, to, leaves, arrives: new Date(leaves.getTime() + 8 * 3_600_000), changes: i === CHANGING, cents }
  })
}

export function tripOf(uid: string): Trip | undefined {
  const [, yyyy, mm, dd, from = '', to = ''] = /^\w+:(\d{4})(\d\d)(\d\d)\d:(\d+):(\d+)$/.exec(uid) ?? []
  return tripsOf(from, to, `${dd}.${mm}.${yyyy}`).find((trip) => trip.uid === uid)
}
export const isFull = (uid: string) => uid.split(':')[1]?.endsWith(String(FULL)) ?? false

/** The price of a trip for a party, in cents: children pay half, a bicycle costs nine euros. */
export const priceOf = ({ cents }: Trip, { adult, children, bikes }: Party) => cents * adult + Math.ceil(cents / 2) * children + 900 * bikes
export const major = (cents: number) => exactly((cents / 100).toFixed(2))
export const time = (at: Date) => ({ timestamp: Math.floor(at.getTime() / 1000), tz: 'GMT+01:00' })
export const station = (city: string) => ({ id: exactly(`${city}1`), city_id: exactly(city), name: `${nameOf(city)} central bus station` })

export function tripWire(trip: Trip, party: Party, left: { seats: number; bikes: number }) {
  const { uid, leaves, arrives, changes } = trip
  const transfer = { station_name: 'Leipzig', arrival: time(leaves), departure: time(leaves), duration: { hour: 0, minutes: 30 }, message: '' }
  return {
    ...{ type: changes ? 'interconnection' : 'direct', id: uid.split(':')[1], uid, status: left.seats > 0 ? 'available' : 'full', sale_restriction: false },
    ...{ price_total_sum: major(priceOf(trip, party)), departure: time(leaves), arrival: time(arrives), duration: { hour: 8, minutes: 0 } },
    ...{ available: { seats: left.seats, slots: left.bikes }, operated_by: [{ key: 'x', label: 'Example Reisen GmbH', url: '', address: '' }] },
    ...{ interconnection_transfers: changes ? [transfer] : [], amenities: [['WIFI']], links: [] },
  }
}

export const partyOf = (of: URLSearchParams): Party => {
  const [adult = 0, children = 0, bikes = 0] = ['adult', 'children', 'bikes'].map((name) => Number(of.get(name) ?? 0))
  return { adult, children, bikes }
}
