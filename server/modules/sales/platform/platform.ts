// The figures of the platform's start page, from what the calls of each reseller answer.
import { TREND_DAYS } from '../../../../contract/sales/platform.ts'
import { berlinDay, dayBefore } from '../../../kit/berlin.ts'

export type DayFigures = { day: string; face_total: number; sold_total: number; bought_total: number }

/** The days of the trend, the oldest first. */
export function trendDays(now: Date): string[] {
  const days = [berlinDay(now)]
  while (days.length < TREND_DAYS) days.unshift(dayBefore(days[0] ?? ''))
  return days
}

/** The figures of each of these days, in order; a day without a row had no sales. */
export function trendOf(days: readonly string[], rows: readonly DayFigures[]) {
  const of = new Map(rows.map((row) => [row.day, row]))
  return {
    days: days.map((day) => ({ day, face_total: of.get(day)?.face_total ?? 0 })),
    margin_total: rows.reduce((sum, { sold_total, bought_total }) => sum + sold_total - bought_total, 0),
    last_day: days.findLast((day) => of.has(day)) ?? null,
  }
}
