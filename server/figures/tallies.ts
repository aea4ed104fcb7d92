// A tally is a sum kept beside the books, so that a list need not count old rows again. A job counts closed time only, to which no row can be added any more,
// however long a commit hung. Readers add the rows since then themselves, so the sum is right whenever the job runs, or if it never runs (decisions 0013,
// 0023).
import type { Instant } from '../../contract/kit/field.ts'
import type { Timed } from '../postgres/clock.ts'
import { planAnew, type Query } from '../postgres/db.ts'
import { rounds } from '../postgres/each-tenant.ts'
import { closeBooks } from './closed-books.ts'

export type Tally = {
  name: 'sold' | 'booked' | 'figures' | 'hours' | 'kinds' | 'standing' | 'stock' | 'stocked' | 'tills' | 'unbilled'
  /** The first instant from `since` on at which there is something to add; undefined if there is nothing. */
  next: (q: Query, tenant_id: number, since: Date) => Promise<Date | undefined>
  /** Adds the rows from the instant `from` on until before the instant `to`. */
  add: (q: Query, tenant_id: number, from: Date, to: Date) => Promise<void>
}

/**
 * The length of the period that the first transaction of a run adds. The length doubles after each quick step, so a year of a small shop takes some dozens of
 * transactions instead of thousands, and no transaction of a large shop takes long. A step that reaches a deadline starts again with an hour.
 */
const STEP_MS = 60 * 60_000
const STEP_MOST_MS = 7 * 24 * STEP_MS
const QUICK_MS = 50
const SLOW_MS = 250

/** SQL: the instant up to which a tally has counted, as of this statement. (coalesce() must be inside the sub-query, otherwise no index is used.) */
export const UNTIL = (name: Tally['name']) =>
  `(select coalesce(max(t.until), timestamptz 'epoch') from tallied t
     where t.tenant_id = :tenant_id and t.name = '${name}')`

/**
 * Reads the instant up to which a tally has counted. It never goes back, so a later statement can use it as a lower bound that the planner sees,
 * beside the exact instant (UNTIL).
 */
export const untilOf = async (q: Query, tenant_id: number, name: Tally['name']): Promise<Date> =>
  new Date((await q.query<{ until: Instant }>(`select ${UNTIL(name)} as until`, { tenant_id }))[0]?.until ?? 0)

/**
 * Makes the job that keeps a tally up to date. It visits tenants with recent activity, and every night all tenants. Each tally's job runs every ten
 * minutes, at a minute of its own, so that the jobs do not all slow down the same sales.
 */
export const tallying = (needs: Timed, tally: Tally) => rounds(needs, tally.name, (tenant_id) => tallyTenant(needs, tenant_id, tally), 'nightly')

export async function tallyTenant({ db, clock }: Timed, tenant_id: number, tally: Tally): Promise<void> {
  const end = (await closeBooks({ db, clock }, tenant_id)).getTime()
  let step_ms = STEP_MS
  for (let isMore = true; isMore; ) {
    const begun = performance.now()
    isMore = await db.tend(tenant_id, async (q) => {
      await planAnew(q)
      const from = await lockUntil(q, tenant_id, tally.name)
      if (from.getTime() >= end) return false
      const next = await tally.next(q, tenant_id, from)
      const to = new Date(next ? Math.min(end, next.getTime() + step_ms) : end)
      if (next && next < to) await tally.add(q, tenant_id, from, to)
      await q.query('update tallied set until = :to where tenant_id = :tenant_id and name = :name', { tenant_id, name: tally.name, to })
      return to.getTime() < end
    })
    step_ms = stepAfter(step_ms, performance.now() - begun)
  }
}

/** The length of the next step, after one of `step_ms` that took `took_ms`. */
export function stepAfter(step_ms: number, took_ms: number): number {
  if (took_ms < QUICK_MS) return Math.min(step_ms * 2, STEP_MOST_MS)
  return took_ms > SLOW_MS ? Math.max(step_ms / 4, STEP_MS) : step_ms
}

/** Locks the tally. A second run of the job waits here, and then finds the work done. */
async function lockUntil(q: Query, tenant_id: number, name: Tally['name']): Promise<Date> {
  await q.query(
    `insert into tallied (tenant_id, name, until) values (:tenant_id, :name, timestamptz 'epoch')
     on conflict do nothing`,
    { tenant_id, name },
  )
  const [row] = await q.query<{ until: Instant }>(
    `select until from tallied
      where tenant_id = :tenant_id and name = :name for update`,
    { tenant_id, name },
  )
  return new Date(row?.until ?? 0)
}
