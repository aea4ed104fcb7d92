// Once a day each owner hears which of its goods will not last three days.
import { moneyText } from '../../../contract/kit/money.ts'
import { berlinDay, firstIdAt } from '../../kit/berlin.ts'
import type { Query } from '../../kit/db.ts'
import { eachTenant } from '../../kit/housekeeping.ts'
import type { JobList } from '../../kit/jobs.ts'
import type { Services } from '../../kit/services.ts'
import { putNotice } from '../notices/notices.ts'
import { LOW_DAYS } from './stock.sql.ts'

type Needs = Pick<Services, 'db' | 'clock'>
type Low = { owner_id: string; configuration_id: string; product_name: string; value: number; unsold: number }

/** Sales of a fortnight are what tells how fast it goes. What runs out again and again is told of once a day.. */
const LOW = `
  with sold as (
    select coalesce(c.draws_on, c.id) as stock_id, sum(s.quantity)::int as n from sales s join configurations c on c.tenant_id = $1 and c.id = s.configuration_id
     where s.tenant_id = $1 and s.id >= ${firstIdAt(`($2::timestamptz - interval '14 days')`)} group by 1)
  select p.owner_id, c.id as configuration_id, p.name as product_name, c.value, h.unsold
    from sold
    join configurations c on c.tenant_id = $1 and c.id = sold.stock_id and c.is_active and not c.is_pool
    join products p on p.tenant_id = $1 and p.id = c.product_id and p.is_active
    cross join lateral (
      select coalesce(sum(h.end_seq - h.next_seq), 0)::int as unsold from queue_heads h
       where h.tenant_id = $1 and h.configuration_id = c.id and h.is_published and (h.expires_on is null or h.expires_on >= $3::date)) h
   where h.unsold * 14 < sold.n * ${LOW_DAYS}
     and not exists (select from notices n where n.tenant_id = $1 and n.kind = 'stock_low' and n.data ->> 'configuration_id' = c.id::text
                        and n.created_at >= $3::date::timestamp at time zone 'Europe/Berlin')`

export async function tellLow({ db, clock }: Needs): Promise<void> {
  const now = clock()
  await eachTenant({ db }, (tenant_id) =>
    db.write(tenant_id, async (q: Query) => {
      for (const { owner_id, configuration_id, product_name, value, unsold } of await q.query<Low>(LOW, [tenant_id, now, berlinDay(now)])) {
        const data = { configuration_id, product: product_name, value: moneyText(value), count: String(unsold) }
        await putNotice(q, now, { organisation_id: owner_id, kind: 'stock_low', data })
      }
    }),
  )
}

export const stockJobs = (needs: Needs): JobList => ({ stock_low: { cron: '40 5 * * *', work: () => tellLow(needs) } })
