// Sales per denomination and Berlin day: a tally counts closed days, and readers add the sales since then.
import type { Instant } from '../../contract/kit/field.ts'
import { dayStart, firstIdAt } from '../kit/berlin.ts'
import type { Timed } from '../postgres/clock.ts'
import type { JobList } from '../postgres/jobs.ts'
import { type Tally, tallying, UNTIL } from './tallies.ts'

/** SQL: adds the sales between two instants, found by their ids (UUIDv7). */
const ADD = `
  insert into sold_days (tenant_id, configuration_id, day, quantity)
  select :tenant_id, s.configuration_id, (s.created_at at time zone 'Europe/Berlin')::date, sum(s.quantity) from sales s
   where s.tenant_id = :tenant_id and s.id >= ${firstIdAt(':from::timestamptz')}
     and s.id < ${firstIdAt(':to::timestamptz')} group by 2, 3
  on conflict (tenant_id, day, configuration_id) do update set quantity = sold_days.quantity + excluded.quantity`

export const sold: Tally = {
  name: 'sold',
  next: async (q, tenant_id, since) => {
    const [first] = await q.query<{ created_at: Instant }>(
      `select s.created_at from sales s where s.tenant_id = :tenant_id and s.id >= ${firstIdAt(':since::timestamptz')}
        order by s.id limit 1`,
      { tenant_id, since },
    )
    return first && new Date(first.created_at)
  },
  add: async (q, tenant_id, from, to) => void (await q.query(ADD, { tenant_id, from, to })),
}

export const soldJobs = (needs: Timed): JobList => ({ tally_sold: { cron: '0,10,20,30,40,50 * * * *', work: tallying(needs, sold) } })

/**
 * SQL: sales per denomination since a Berlin day, as configuration_id and n: closed days and hours from the tally, the rest from the sales themselves.
 * `day` is an expression of parameters.
 */
export const soldSince = (day: string) => `
  select x.configuration_id, sum(x.n)::int as n
    from (select d.configuration_id, d.quantity as n from sold_days d where d.tenant_id = :tenant_id and d.day >= ${day}
          union all
          select s.configuration_id, s.quantity from sales s
           where s.tenant_id = :tenant_id and s.id >= ${firstIdAt(dayStart(day))}
             and s.id >= ${firstIdAt(UNTIL('sold'))}) x group by 1`
