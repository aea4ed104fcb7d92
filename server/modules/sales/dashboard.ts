// The figures of the first look, from the hours of two days.
import type { HourRow } from './dashboard.sql.ts'

type Figures = { count: number; quantity: number; face_total: number }

const sum = (rows: readonly HourRow[]): Figures => ({
  count: rows.reduce((total, row) => total + row.count, 0),
  quantity: rows.reduce((total, row) => total + row.quantity, 0),
  face_total: rows.reduce((total, row) => total + row.face_total, 0),
})

/** "Yesterday" is always until the same minute, never the whole day; the hours show both days whole. */
export function compareDays(rows: readonly HourRow[]) {
  const today = rows.filter((row) => row.is_today)
  const yesterday = rows.filter((row) => !row.is_today)
  const countAt = (of: readonly HourRow[], hour: number) => sum(of.filter((row) => row.hour === hour)).count
  return {
    today: sum(today),
    yesterday: sum(yesterday.filter((row) => row.until_now)),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, today: countAt(today, hour), yesterday: countAt(yesterday, hour) })),
  }
}
