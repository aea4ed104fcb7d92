// A tally of the first and last sale of each till. It shows which tills may have something that no Z-report has counted (decision 0034).

import { sold } from '../../../figures/sold-by-day.ts'
import { type Tally, tallying } from '../../../figures/tallies.ts'
import { firstIdAt } from '../../../kit/berlin.ts'
import type { Timed } from '../../../postgres/clock.ts'
import type { JobList } from '../../../postgres/jobs.ts'

const ADD = `
  insert into till_times (tenant_id, seller_id, till_id, first_at, last_at)
  select :tenant_id, s.seller_id, coalesce(n.device_id, n.user_id), min(s.created_at), max(s.created_at)
    from sales s
    join sessions n on n.tenant_id = :tenant_id and n.id = s.session_id
   where s.tenant_id = :tenant_id and s.id >= ${firstIdAt(':from::timestamptz')}
     and s.id < ${firstIdAt(':to::timestamptz')} group by 2, 3
  on conflict (tenant_id, seller_id, till_id) do update
     set first_at = least(till_times.first_at, excluded.first_at),
         last_at = greatest(till_times.last_at, excluded.last_at)`

export const tillTimes: Tally = {
  name: 'tills',
  next: sold.next,
  add: async (q, tenant_id, from, to) => void (await q.query(ADD, { tenant_id, from, to })),
}

export const shiftJobs = (needs: Timed): JobList => ({ tally_tills: { cron: '7,17,27,37,47,57 * * * *', work: tallying(needs, tillTimes) } })
