// Sold and reclaimed PINs by batch and Berlin day: closed days come from a tally, newer rows from the books.
import type { Instant } from '../../../../contract/kit/field.ts'
import { type Tally, UNTIL } from '../../../figures/tallies.ts'
import { firstIdAt } from '../../../kit/berlin.ts'

const DAY = (row: string) => `(${row}.created_at at time zone 'Europe/Berlin')::date`

/** SQL: sold and reclaimed PINs by batch and day, of the sales and refunds that the condition `which` selects. */
export const OUT = (which: (row: string) => string) => `
  select b.configuration_id, b.batch_no, ${DAY('s')} as day, s.ranges[3 * i] as sold, 0 as reclaimed
    from sales s
   cross join lateral generate_series(1, cardinality(s.ranges) / 3) i
    join batches b on b.tenant_id = :tenant_id and b.batch_no = s.ranges[3 * i - 2]
   where s.tenant_id = :tenant_id and ${which('s')}
  union all
  select b.configuration_id, b.batch_no, ${DAY('r')}, 0, 1
    from refunds r
    join reclaimed_pins d on d.tenant_id = :tenant_id and d.refund_id = r.id
    join batches b on b.tenant_id = :tenant_id and b.batch_no = d.batch_no
   where r.tenant_id = :tenant_id and ${which('r')}`

export const BETWEEN = (row: string) => `${row}.id >= ${firstIdAt(':from::timestamptz')} and ${row}.id < ${firstIdAt(':to::timestamptz')}`

const ADD = `
  insert into stock_days (tenant_id, configuration_id, batch_no, day, sold, reclaimed)
  select :tenant_id, o.configuration_id, o.batch_no, o.day, sum(o.sold), sum(o.reclaimed)
    from (${OUT(BETWEEN)}) o
   group by 2, 3, 4
  on conflict (tenant_id, configuration_id, batch_no, day)
  do update set sold = stock_days.sold + excluded.sold, reclaimed = stock_days.reclaimed + excluded.reclaimed`

export const stockDays: Tally = {
  name: 'stock',
  next: async (q, tenant_id, since) => {
    const first = (table: string) =>
      `(select t.created_at from ${table} t where t.tenant_id = :tenant_id
          and t.id >= ${firstIdAt(':since::timestamptz')} order by t.id limit 1)`
    const [row] = await q.query<{ at: Instant | null }>(`select least(${first('sales')}, ${first('refunds')}) as at`, { tenant_id, since })
    return row?.at ? new Date(row.at) : undefined
  },
  add: async (q, tenant_id, from, to) => void (await q.query(ADD, { tenant_id, from, to })),
}

/** SQL: sold and reclaimed PINs by denomination, batch and day: closed times come from the tally, the rest from the books. */
export const OUT_BY_DAY = `
  select d.configuration_id, d.batch_no, d.day, d.sold, d.reclaimed from stock_days d where d.tenant_id = :tenant_id
  union all ${OUT((row) => `${row}.id >= ${firstIdAt(UNTIL('stock'))}`)}`
