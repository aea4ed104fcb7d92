// The figures of the dashboard, added up from the hours of two days.
import type { HourRow } from './dashboard.sql.ts'
import { costOf, type Masked } from './sales.ts'

type Figures = { count: number; quantity: number; face_total: number; sold_total: number; bought_total: number }

const sum = (rows: readonly HourRow[]): Figures => ({
  count: rows.reduce((total, row) => total + row.count, 0),
  quantity: rows.reduce((total, row) => total + row.quantity, 0),
  face_total: rows.reduce((total, row) => total + row.face_total, 0),
  sold_total: rows.reduce((total, row) => total + row.sold_total, 0),
  bought_total: rows.reduce((total, row) => total + row.bought_total, 0),
})

/** The figures of today and of yesterday. Yesterday's totals count only up to the same minute of the day; yesterday's hours show the whole day. */
export function compareDays(rows: readonly HourRow[], actor: Masked) {
  const today = rows.filter((row) => row.is_today)
  const yesterday = rows.filter((row) => !row.is_today)
  const told = ({ count, quantity, face_total, ...figures }: Figures) => ({
    count,
    quantity,
    face_total,
    sold_total: figures.sold_total,
    margin_total: costOf(figures, actor).margin_total,
  })
  const countAt = (of: readonly HourRow[], hour: number) => sum(of.filter((row) => row.hour === hour)).count
  return {
    today: told(sum(today)),
    yesterday: told(sum(yesterday.filter((row) => row.until_now))),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, today: countAt(today, hour), yesterday: countAt(yesterday, hour) })),
  }
}
