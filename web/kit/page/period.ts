// Periods of reports as days in Berlin, first and last day included: the presets, their comparisons, and their form in the URL.
import { berlinDay } from '../base/format.ts'
import type { UrlState } from '../base/url.ts'

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'
type Days = readonly [from: string, to: string]

const DAY_MS = 86_400_000
const MONTHS = { month: 1, quarter: 3, year: 12 } as const
/** For a period of one week "a year ago" goes back this number of weeks, so that a Saturday is compared with a Saturday. */
const WEEKS_OF_YEAR = 52

const at = (day: string) => new Date(`${day}T12:00:00Z`)
const plus = (day: string, days: number) => new Date(at(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(at(text ?? '').getTime())

/** Returns the same day `months` months before, or the last day of that month if it is shorter. */
function monthsBefore(day: string, months: number): string {
  const first = at(`${day.slice(0, 8)}01`)
  first.setUTCMonth(first.getUTCMonth() - months)
  const month = first.toISOString().slice(0, 8)
  return `${month}${String(Math.min(Number(day.slice(8)), daysIn(month))).padStart(2, '0')}`
}
/** Returns the number of days in a month; `month` is a text that begins with year and month, such as 2026-02. */
const daysIn = (month: string) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()

/** Returns the Monday of the week of a day. */
const monday = (day: string) => plus(day, -((at(day).getUTCDay() + 6) % 7))
const firstOf = {
  month: (day: string) => `${day.slice(0, 8)}01`,
  quarter: (day: string) => `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`,
  year: (day: string) => `${day.slice(0, 5)}01-01`,
}
/** Returns the whole month, quarter or year before the present one. */
const whole = (unit: keyof typeof MONTHS, today: string): Days => {
  const to = plus(firstOf[unit](today), -1)
  return [firstOf[unit](to), to]
}

const presets = {
  today: { unit: 'day', days: (today) => [today, today] },
  yesterday: { unit: 'day', days: (today) => [plus(today, -1), plus(today, -1)] },
  /** "The last 7 days" end yesterday, because today is not over yet. */
  last_7_days: { unit: 'week', days: (today) => [plus(today, -7), plus(today, -1)] },
  this_week: { unit: 'week', days: (today) => [monday(today), today] },
  last_week: { unit: 'week', days: (today) => [plus(monday(today), -7), plus(monday(today), -1)] },
  this_month: { unit: 'month', days: (today) => [firstOf.month(today), today] },
  last_month: { unit: 'month', days: (today) => whole('month', today) },
  this_quarter: { unit: 'quarter', days: (today) => [firstOf.quarter(today), today] },
  last_quarter: { unit: 'quarter', days: (today) => whole('quarter', today) },
  this_year: { unit: 'year', days: (today) => [firstOf.year(today), today] },
  last_year: { unit: 'year', days: (today) => whole('year', today) },
} as const satisfies Record<string, { unit: Unit; days: (today: string) => Days }>
type PresetName = keyof typeof presets

export const periods = [...(Object.keys(presets) as PresetName[]), 'custom'] as const
export type PeriodName = (typeof periods)[number]
export type Period = { name: PeriodName; from: string; to: string }

/** What a period can be compared with: the period before it, or the same period a year ago. */
export const comparisons = ['before', 'year_ago'] as const
export type Comparison = (typeof comparisons)[number]

/** Returns the period that the address names, or the usual one. */
export function periodOf(state: UrlState, now: Date = new Date(), usual: PeriodName = 'today'): Period {
  const name = periods.find((known) => known === state['period']) ?? usual
  const today = berlinDay(now)
  if (name !== 'custom') {
    const [from, to] = presets[name].days(today)
    return { name, from, to }
  }
  const from = isDay(state['from']) ? state['from'] : today
  const to = isDay(state['to']) ? state['to'] : today
  return from <= to ? { name, from, to } : { name, from: to, to: from }
}

export const comparisonOf = (state: UrlState): Comparison | undefined => comparisons.find((known) => known === state['compare'])

/**
 * Returns the period to compare with. An unfinished period is compared with the same number of days: the first 22 of this month with the first 22 of last
 * month. A whole month is compared with a whole month, even if their lengths differ.
 */
export function comparedWith(period: Period, comparison: Comparison, now: Date = new Date()): Period {
  const { name } = period
  if (name === 'custom') return { name, ...ownBefore(period, comparison) }
  const today = berlinDay(now)
  const { unit, days } = presets[name]
  const [from, to] = days(comparison === 'before' ? unitBefore(unit, today) : yearBefore(unit, today))
  return { name, from, to }
}

function unitBefore(unit: Unit, day: string): string {
  if (unit === 'day') return plus(day, -1)
  if (unit === 'week') return plus(day, -7)
  return monthsBefore(day, MONTHS[unit])
}

const yearBefore = (unit: Unit, day: string) => (unit === 'week' ? plus(day, -7 * WEEKS_OF_YEAR) : monthsBefore(day, MONTHS.year))

function ownBefore({ from, to }: Period, comparison: Comparison): Pick<Period, 'from' | 'to'> {
  if (comparison === 'year_ago') return { from: monthsBefore(from, MONTHS.year), to: monthsBefore(to, MONTHS.year) }
  const days = Math.round((at(to).getTime() - at(from).getTime()) / DAY_MS) + 1
  return { from: plus(from, -days), to: plus(from, -1) }
}
