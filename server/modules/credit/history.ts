// A page of what was booked, with what all of it adds up to.
import type { Query } from '../../kit/db.ts'
import type { SignedIn } from '../../kit/sessions.ts'
import { type Asked, entries, totals } from './history.sql.ts'

export async function historyOf(q: Query, actor: SignedIn, asked: Asked) {
  const rows = await entries(q, actor, asked)
  const { bookings, amount, limits } = await totals(q, actor, asked)
  const content = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
  return { content, filters: { page: asked.page, limit: asked.limit, total_count: bookings }, totals: { amount, limits, bookings } }
}
