// Queries about stock. Counts come from the queue heads by arithmetic: nobody counts PINs.
import type { InputOf, OutputOf } from '../../../contract/kit/call.ts'
import { fold } from '../../../contract/kit/fold.ts'
import type { stockList } from '../../../contract/stock.ts'
import { firstIdAt } from '../../kit/berlin.ts'
import type { Query } from '../../kit/db.ts'
import type { SignedIn } from '../../kit/sessions.ts'
import { countsOf } from '../batches/batches.ts'
import { type Day, LOW_DAYS, SALES_DAYS } from './pace.sql.ts'

type Asked = InputOf<typeof stockList>
type StockRow = OutputOf<typeof stockList>['content'][number]
type BatchRow = OutputOf<typeof stockList>['batches'][number]

const sorts: Record<Asked['sort'], string> = {
  product_name: 'product_search, value',
  '-product_name': 'product_search desc, value',
  unsold: 'unsold',
  '-unsold': 'unsold desc',
  days_left: 'days_left nulls last',
  '-days_left': 'days_left desc nulls last',
}

/** $1 tenant, $2 owner, $3 whether the platform asks, $4 today, $5 now, $6 folded search, $7 product, $8 only low, $9 only empty, $10 one configuration. */
const ROWS = `
  with sold as (
    select coalesce(c.draws_on, c.id) as configuration_id, sum(s.quantity)::int as n from sales s join configurations c on c.tenant_id = $1 and c.id = s.configuration_id
     where s.tenant_id = $1 and s.id >= ${firstIdAt(`($5::timestamptz - interval '${SALES_DAYS} days')`)} group by 1),
  rows as (
    select c.id as configuration_id, p.id as product_id, p.name as product_name, p.name_search as product_search, p.type as product_type, c.value, case when c.is_pool then c.info end as pool_name,
           c.draws_on as pool_id, h.available as unsold, h.unpublished, h.expired, h.sold, coalesce(sold.n, 0) as sold_14_days,
           case when sold.n > 0 then round(h.available * ${SALES_DAYS}.0 / sold.n, 1)::float8 end as days_left,
           (select max(b.created_at) from batches b where b.tenant_id = $1 and b.configuration_id = c.id and b.state = 'ready') as last_batch_at
      from products p
      join configurations c on c.tenant_id = $1 and c.product_id = p.id
      cross join lateral (select ${countsOf('$4')} from queue_heads h where h.tenant_id = $1 and h.configuration_id = c.id) h
      left join sold on sold.configuration_id = c.id
     where p.tenant_id = $1 and ($3 or p.owner_id = $2) and ($6::text is null or p.name_search like '%' || $6 || '%' or c.ean = $6) and ($7::uuid is null or p.id = $7)
       and case when $10::uuid is null then not c.is_pool and c.draws_on is null else c.id = $10 end)
  select *, (count(*) over ())::int as total_count from rows where (not $8 or days_left < ${LOW_DAYS}) and (not $9 or unsold = 0)`

export const stockRows = (q: Query, actor: SignedIn, { now, today }: Day, { configuration_id, search_text, filters, sort, page, limit }: Asked) =>
  q.query<Omit<StockRow, 'last_batch_at'> & { last_batch_at: Date | null; total_count: number }>(
    `${ROWS} order by ${sorts[sort]}, configuration_id limit $11 offset $12`,
    [
      actor.tenant_id,
      actor.organisation_id,
      actor.role === 'superadmin',
      today,
      now,
      search_text ? fold(search_text).replaceAll(/[\\%_]/g, '\\$&') : null,
      filters.product_id ?? null,
      filters.low ?? false,
      filters.empty ?? false,
      configuration_id ?? null,
      limit,
      page * limit,
    ],
  )

/** Batches of one configuration, newest first. */
export const batchRows = (q: Query, tenant_id: number, configuration_id: string, today: string, { page, limit }: Asked) =>
  q.query<Omit<BatchRow, 'created_at'> & { created_at: Date; total_count: number }>(
    `select b.batch_no, b.lot, b.filename, s.company as supplier_name, b.buying_discount, b.quantity, h.sold, h.available as unsold, h.unpublished, h.expired, h.is_published, b.expires_on,
            b.created_at, b.created_by, (count(*) over ())::int as total_count
       from batches b
       join suppliers s on s.tenant_id = $1 and s.id = b.supplier_id
       cross join lateral (select ${countsOf('$3')}, coalesce(bool_or(h.is_published), false) as is_published
                             from queue_heads h where h.tenant_id = $1 and h.configuration_id = $2 and h.batch_no = b.batch_no) h
      where b.tenant_id = $1 and b.configuration_id = $2 and b.state = 'ready'
      order by b.batch_no desc limit $4 offset $5`,
    [tenant_id, configuration_id, today, limit, page * limit],
  )

export const batchOwner = (q: Query, actor: SignedIn, batch_no: number) =>
  q.query<{ owner_id: string; configuration_id: string; state: string; product_name: string; value: number }>(
    `select b.owner_id, b.configuration_id, b.state, p.name as product_name, c.value
       from batches b
       join configurations c on c.tenant_id = $1 and c.id = b.configuration_id
       join products p on p.tenant_id = $1 and p.id = c.product_id
      where b.tenant_id = $1 and ($3 or b.owner_id = $2) and b.batch_no = $4`,
    [actor.tenant_id, actor.organisation_id, actor.role === 'superadmin', batch_no],
  )
