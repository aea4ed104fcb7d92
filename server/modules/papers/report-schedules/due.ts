// Computes when a report is due and which days it covers. Neither depends on summer time or on when the report is made.
import type { reportRhythms } from '../../../../contract/papers/report-schedules.ts'
import { berlinDay, berlinTime, dayAfter, monthBefore } from '../../../kit/berlin.ts'

export type Times = { rhythm: (typeof reportRhythms)[number]; weekday: number; hour: number }

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/**
 * The instant at which an hour of a Berlin day begins. In October, when an hour comes twice, the first one counts; in March hour 2 does not exist,
 * and hour 3 is used instead.
 */
export function dueAt(day: string, hour: number): Date {
  const utc = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS
  const [summer, winter] = [new Date(utc - 2 * HOUR_MS), new Date(utc - HOUR_MS)] as const
  return berlinDay(summer) === day && Number(berlinTime(summer).slice(0, 2)) === hour ? summer : winter
}

const isDay = ({ rhythm, weekday }: Times, day: string) =>
  rhythm === 'daily' || (rhythm === 'weekly' ? (new Date(day).getUTCDay() || 7) === weekday : day.endsWith('-01'))

/** The first time after an instant at which the report is due. */
export function nextDue(times: Times, after: Date): Date {
  for (let day = berlinDay(after); ; day = dayAfter(day)) {
    const at = isDay(times, day) ? dueAt(day, times.hour) : undefined
    if (at && at > after) return at
  }
}

/** What a report covers: the day before the day on which it is due, the seven days before, or the month before. */
export function periodOf({ rhythm }: Times, due: Date): { date_from: string; date_to: string } {
  if (rhythm === 'monthly') return monthBefore(due)
  const today = berlinDay(due)
  const ago = (days: number) => new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10)
  return { date_from: ago(rhythm === 'daily' ? 1 : 7), date_to: ago(1) }
}

type Wire = Readonly<Record<string, string | number | boolean>>

/** Moves the days of a list's input and of its filters to the period. The input of a list without days, such as stock, stays as it is. */
export function moved(input: Wire, period: { date_from: string; date_to: string }): Wire {
  const within = (fields: Record<string, unknown>) => ('date_from' in fields && 'date_to' in fields ? { ...fields, ...period } : fields)
  const filters = typeof input['filters'] === 'string' ? (JSON.parse(input['filters']) as Record<string, unknown>) : undefined
  return { ...(within(input) as Wire), ...(filters && { filters: JSON.stringify(within(filters)) }) }
}
