// The days of a span, both ends included, and the call for their sales.
import type { Input } from '../base/api.ts'
import { day } from '../base/format.ts'

export type Span = { from: string; to: string }

const DAY_MS = 86_400_000
const at = (day: string) => Date.parse(`${day}T12:00:00Z`)

export const daysOf = ({ from, to }: Span): string[] =>
  Array.from({ length: Math.max(Math.round((at(to) - at(from)) / DAY_MS) + 1, 1) }, (_, i) => new Date(at(from) + i * DAY_MS).toISOString().slice(0, 10))

/** Returns the name of a span in the legend: its day, or its first and last day. */
export const rangeOf = ({ from, to }: Span) => (from === to ? day(from) : `${day(from)}–${day(to)}`)

/** The input of the call that returns a span's sales day by day. A chart has room for just over a year. */
export const salesPerDay = ({ from, to }: Span, filters?: Input<'salesByGroup'>['filters']): Input<'salesByGroup'> => ({
  date_from: from,
  date_to: to,
  group_by: ['day'],
  limit: 400,
  sort: 'day',
  ...(filters && { filters }),
})
