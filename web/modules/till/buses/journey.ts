// The search for bus trips, as the page's address contains it, and the sorting of the trips found.
import type { Trip } from '../../../../contract/till/buses.ts'
import { berlinDay } from '../../../kit/base/format.ts'
import { type UrlState, wholeBetween } from '../../../kit/base/url.ts'

export type Party = { adults: number; children: number; bikes: number }
export type Journey = Party & { from: string; to: string; day: string /** The day of the return; undefined means one way. */; back: string | undefined }

export const counts = { adults: { min: 1, max: 20 }, children: { min: 0, max: 20 }, bikes: { min: 0, max: 10 } } as const
export const orders = ['time', 'price', 'duration'] as const
export type Order = (typeof orders)[number]

const DAY_MS = 86_400_000
export const dayAround = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns the weekday of a day (YYYY-MM-DD) as a key of the texts: '1' is Monday. */
export const weekdayOf = (day: string) => WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? '1'
const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const

export const wayOf = ({ from, to }: Pick<Trip, 'from' | 'to'>) => `${from} – ${to}`

const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

/** Reads the search from the address. A missing or past day becomes tomorrow, and a return before the departure's day becomes that day. */
export function journeyIn(state: UrlState, today = berlinDay()): Journey {
  const given = state['day']
  const day = isDay(given) && given >= today ? given : dayAround(today, 1)
  const until = state['back']
  const count = (name: keyof typeof counts) => wholeBetween(state[name], counts[name].min, counts[name].max, counts[name].min)
  return {
    ...{ from: state['from'] ?? '', to: state['to'] ?? '', day, back: isDay(until) ? (until < day ? day : until) : undefined },
    ...{ adults: count('adults'), children: count('children'), bikes: count('bikes') },
  }
}

export const stateOf = ({ from, to, day, back, adults, children, bikes }: Journey): UrlState => ({
  ...{ from: from || undefined, to: to || undefined, day, back },
  ...{ adults: String(adults), children: children ? String(children) : undefined, bikes: bikes ? String(bikes) : undefined },
})

export const minutesOf = ({ departs, arrives }: Pick<Trip, 'departs' | 'arrives'>) => Math.round((Date.parse(arrives) - Date.parse(departs)) / 60_000)

const by: Record<Order, (trip: Trip) => number> = { time: ({ departs }) => Date.parse(departs), price: ({ price }) => price, duration: minutesOf }

/** Sorts the trips. Full trips stay in the list, so that the seller sees that they exist. */
export const sorted = (trips: readonly Trip[], order: Order): Trip[] => [...trips].sort((a, b) => by[order](a) - by[order](b))
