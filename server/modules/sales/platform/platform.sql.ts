// The query of the platform's start page: the sales of several days.
import { figuresBy } from '../../../figures/sales-figures.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import type { DayFigures } from './platform.ts'

/** The figures of each of these consecutive days that has sales, as the actor's organisation sees them. */
export async function salesOfDays(q: Query, asker: SignedIn, days: readonly string[]): Promise<DayFigures[]> {
  const { text, values } = await figuresBy(q, ['day'], { asker, date_from: days[0] ?? '', date_to: days.at(-1) ?? '' })
  return q.query<DayFigures>(
    `select f.day::text, f.face_total, f.sold_total, f.bought_total
       from (${text}) f where f.lines > 0 order by f.day`,
    values,
  )
}
