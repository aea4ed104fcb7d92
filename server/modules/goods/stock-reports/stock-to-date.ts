// Sold and refunded PINs of each supplier's goods from the beginning up to the end of each day. This tally stores separately how far it has counted, so it
// also counts what was booked before the tally was introduced.

import { type Tally, tallying } from '../../../figures/tallies.ts'
import type { Timed } from '../../../postgres/clock.ts'
import type { Query } from '../../../postgres/db.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { BETWEEN, OUT, stockDays } from './stock-days.ts'

const SUMS = ['sold', 'sold_cost', 'sold_value', 'reclaimed', 'reclaimed_cost', 'reclaimed_value'] as const
const columns = SUMS.join(', ')

/** SQL: the PINs of OUT with the supplier, cost and value that their batch had when it came in. */
export const GONE = (which: (row: string) => string) => `
  select o.configuration_id, m.supplier_id, o.day, o.sold, o.sold * coalesce(m.cost_unit, 0) as sold_cost,
         o.sold * coalesce(m.value, 0) as sold_value, o.reclaimed,
         o.reclaimed * coalesce(m.cost_unit, 0) as reclaimed_cost, o.reclaimed * coalesce(m.value, 0) as reclaimed_value
    from (${OUT(which)}) o
    join stock_moves m on m.tenant_id = :tenant_id and m.batch_no = o.batch_no and m.no = 1`

/** SQL: begins a day that has no totals yet with the totals of the latest earlier day that has some. */
const CARRY = `
  insert into stock_to_date (tenant_id, day, configuration_id, supplier_id, ${columns})
  select t.tenant_id, :day::date, t.configuration_id, t.supplier_id, ${columns} from stock_to_date t
   where t.tenant_id = :tenant_id
     and t.day = (select max(b.day) from stock_to_date b where b.tenant_id = :tenant_id and b.day < :day::date)
     and not exists (select from stock_to_date n where n.tenant_id = :tenant_id and n.day = :day::date)`

/**
 * SQL: adds PINs to their day, and to every later day that the tally has begun. This is needed because a line whose id is slightly older than the line itself
 * may be counted after the next day was begun.
 */
const ADD = `
  insert into stock_to_date (tenant_id, day, configuration_id, supplier_id, ${columns})
  select :tenant_id, d.day, o.configuration_id, o.supplier_id, ${SUMS.map((name) => `sum(o.${name})`).join(', ')}
    from (${GONE(BETWEEN)}) o
   cross join (select :day::date as day union
               select t.day from stock_to_date t where t.tenant_id = :tenant_id and t.day > :day::date) d
   where o.day = :day::date group by d.day, o.configuration_id, o.supplier_id
  on conflict (tenant_id, day, configuration_id, supplier_id) do update
     set ${SUMS.map((name) => `${name} = stock_to_date.${name} + excluded.${name}`).join(',\n         ')}`

const ADD_MONTHS = `
  insert into stock_months (tenant_id, month, batch_no, configuration_id, sold, reclaimed)
  select :tenant_id, date_trunc('month', o.day)::date, o.batch_no, o.configuration_id, sum(o.sold), sum(o.reclaimed)
    from (${OUT(BETWEEN)}) o group by 2, 3, 4
  on conflict (tenant_id, month, batch_no) do update
     set sold = stock_months.sold + excluded.sold,
         reclaimed = stock_months.reclaimed + excluded.reclaimed`

const DAYS = `select distinct o.day::text as day from (${OUT(BETWEEN)}) o order by 1`

export const stockToDate: Tally = {
  name: 'stocked',
  next: stockDays.next,
  async add(q: Query, tenant_id, from, to) {
    const step = { tenant_id, from, to }
    for (const { day } of await q.query<{ day: string }>(DAYS, step)) {
      await q.query(CARRY, { tenant_id, day })
      await q.query(ADD, { ...step, day })
    }
    await q.query(ADD_MONTHS, step)
  },
}

export const stockReportJobs = (needs: Timed): JobList => ({
  tally_stock: { cron: '5,15,25,35,45,55 * * * *', work: tallying(needs, stockDays) },
  tally_stocked: { cron: '6,16,26,36,46,56 * * * *', work: tallying(needs, stockToDate) },
})
