// The query that tells how suppliers answered in the last minutes.
import type { Query } from '../../../postgres/db.ts'

export type Answered = { connection_id: string; asked: number; failed: number; took_ms: number }

/** How each connection answered: its latest requests since `since`, at most twenty, so that a busy connection is judged by its most recent requests only. */
export const answeredLately = (q: Query, tenant_id: number, connection_ids: readonly string[], since: string) =>
  q.query<Answered>(
    `select c.id as connection_id, count(*)::int as asked,
            (count(*) filter (where e.outcome <> 'answer' or e.status >= 500))::int as failed,
            (percentile_disc(0.5) within group (order by e.duration_ms))::int as took_ms
       from unnest(:connection_ids::uuid[]) as c(id)
      cross join lateral (
        select x.outcome, x.status, x.duration_ms from exchanges x
         where x.tenant_id = :tenant_id and x.connection_id = c.id and x.id >= :since
         order by x.id desc limit 20) e
      group by c.id`,
    { tenant_id, connection_ids, since },
  )
