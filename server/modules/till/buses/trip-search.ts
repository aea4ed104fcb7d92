// Searches cities, the trips of a day, and the cheapest price on each of the days around it. A supplier's answers are cached for a while.

import type { Money } from '../../../../contract/kit/money.ts'
import { type City, STRIP_DAYS } from '../../../../contract/till/buses.ts'
import { berlinDay, dayAfter } from '../../../kit/berlin.ts'
import { refuseField } from '../../../kit/errors.ts'
import type { Trip, TripSearch, Trips } from '../../../suppliers/trips.ts'
import { cheapest, type Party } from './buses.ts'
import { told } from './desk.ts'

const [CITIES_MS, PRICES_MS] = [3_600_000, 5 * 60_000]
const KEPT_MAX = 5_000
/** The furthest day that can be searched, because no supplier's timetable reaches further. */
const AHEAD_DAYS = 400

/** Caches answers for some time, for each supplier separately. */
function remembered<T>(most_ms: number) {
  const kept = new WeakMap<Trips, Map<string, { until: number; value: T }>>()
  return async (trips: Trips, name: string, ask: () => Promise<T>): Promise<T> => {
    const own = kept.get(trips) ?? new Map<string, { until: number; value: T }>()
    kept.set(trips, own)
    const known = own.get(name)
    if (known && known.until > Date.now()) return known.value
    const value = await ask()
    if (own.size >= KEPT_MAX) own.clear()
    own.set(name, { until: Date.now() + most_ms, value })
    return value
  }
}
const cities = remembered<City[]>(CITIES_MS)
const prices = remembered<Money | null>(PRICES_MS)

export const citiesOf = (trips: Trips): Promise<City[]> =>
  cities(trips, 'cities', async () => told(await trips.cities()).map(({ reaches, ...city }) => ({ ...city, reaches: [...reaches] })))

export type Journey = Party & { from: string; to: string; day: string }

export async function tripsOf(trips: Trips, wanted: Journey, language: string, now: Date): Promise<readonly Trip[]> {
  refuseDay(wanted.day, now)
  const found = told(await trips.search(searchOf(wanted, language)))
  const later = found.filter(({ departs }) => departs > now)
  await prices(trips, nameOf(wanted), async () => cheapest(later))
  return later
}

/** The cheapest price on each day around the wanted day, from today on. Null for a day without trips, or for which the supplier sent no answer. */
export async function pricesAround(trips: Trips, wanted: Journey, language: string, now: Date): Promise<{ day: string; price: Money | null }[]> {
  refuseDay(wanted.day, now)
  return Promise.all(
    daysAround(wanted.day)
      .filter((day) => day >= berlinDay(now))
      .map(async (day) => {
        const ofDay = { ...wanted, day }
        const ask = async () => cheapest(told(await trips.search(searchOf(ofDay, language))).filter(({ departs }) => departs > now))
        return { day, price: await prices(trips, nameOf(ofDay), ask).catch(() => null) }
      }),
  )
}

function daysAround(day: string): string[] {
  const days = [new Date(Date.parse(`${day}T00:00:00Z`) - ((STRIP_DAYS - 1) / 2) * 86_400_000).toISOString().slice(0, 10)]
  while (days.length < STRIP_DAYS) days.push(dayAfter(days.at(-1) ?? day))
  return days
}

function refuseDay(day: string, now: Date): void {
  if (day < berlinDay(now)) throw refuseField('day', 'day_over')
  if (day > berlinDay(new Date(now.getTime() + AHEAD_DAYS * 86_400_000))) throw refuseField('day', 'not_a_day')
}

const nameOf = ({ from, to, day, adults, children, bikes }: Journey) => [from, to, day, adults, children, bikes].join(' ')
const searchOf = ({ from, to, day, adults, children, bikes }: Journey, language: string): TripSearch => ({
  ...{ from, to, day, language },
  party: { adults, children, bikes },
})
