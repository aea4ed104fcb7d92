// Periods of reports as days in Berlin, both ends included: the presets, and how an address names them.
import { berlinDay } from './format.ts'
import type { UrlState } from './url.ts'

export const periods = ['today', 'yesterday', 'last_7_days', 'this_week', 'last_week', 'this_month', 'last_month', 'custom'] as const
export type PeriodName = (typeof periods)[number]
export type Period = { name: PeriodName; from: string; to: string }

const DAY_MS = 86_400_000
const at = (day: string) => new Date(`${day}T12:00:00Z`)
const plus = (day: string, days: number) => new Date(at(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(at(text ?? '').getTime())

/** Weeks begin on Monday. */
const monday = (day: string) => plus(day, -((at(day).getUTCDay() + 6) % 7))
const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`

const presets: Record<Exclude<PeriodName, 'custom'>, (today: string) => [string, string]> = {
  today: (today) => [today, today],
  yesterday: (today) => [plus(today, -1), plus(today, -1)],
  /** Without today, which is not over. */
  last_7_days: (today) => [plus(today, -7), plus(today, -1)],
  this_week: (today) => [monday(today), today],
  last_week: (today) => [plus(monday(today), -7), plus(monday(today), -1)],
  this_month: (today) => [firstOfMonth(today), today],
  last_month: (today) => [firstOfMonth(plus(firstOfMonth(today), -1)), plus(firstOfMonth(today), -1)],
}

/** The period an address asks for, or the usual one. */
export function periodOf(state: UrlState, now: Date = new Date(), usual: PeriodName = 'today'): Period {
  const name = periods.find((known) => known === state['period']) ?? usual
  const today = berlinDay(now)
  if (name !== 'custom') {
    const [from, to] = presets[name](today)
    return { name, from, to }
  }
  const from = isDay(state['from']) ? state['from'] : today
  const to = isDay(state['to']) ? state['to'] : today
  return from <= to ? { name, from, to } : { name, from: to, to: from }
}
