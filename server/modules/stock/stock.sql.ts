// Queries about stock. Counts come from the queue heads by arithmetic: nobody counts PINs.
import type { InputOf, OutputOf } from '../../../contract/kit/call.ts'
import { fold } from '../../../contract/kit/fold.ts'
import type { stockList } from '../../../contract/stock.ts'
import type { Query } from '../../kit/db.ts'
import type { SignedIn } from '../../kit/sessions.ts'
import { YOUNG } from '../../kit/sold.ts'
import { untilOf } from '../../kit/tallies.ts'

type Asked = InputOf<typeof stockList>
type StockRow = OutputOf<typeof stockList>['content'][number]
type BatchRow = OutputOf<typeof stockList>['batches'][number]

/** Days of stock left under which a shop runs dry before a supplier delivers. */
export const LOW_DAYS = 3
const SALES_DAYS = 14

const sorts: Record<Asked['sort'], string> = {
  product_name: 'product_search, value',
  '-product_name': 'product_search desc, value',
  unsold: 'unsold',
  '-unsold': 'unsold desc',
  days_left: 'days_left nulls last',
  '-days_left': 'days_left desc nulls last',
}

/** What is left of a stretch, once sold, on sale or not; what has expired is on sale to nobody. `day` is the parameter that holds today in Berlin. */
const left = (published: boolean, day: string) =>
  `coalesce(sum(h.end_seq - h.next_seq) filter (where h.is_published = ${published} and (h.expires_on is null or h.expires_on >= ${day}::date)), 0)::int`
const counts = (day: string) => `${left(true, day)} as unsold, ${left(false, day)} as unpublished, coalesce(sum(h.next_seq - h.first_seq), 0)::int as sold`

/**
 * Whose rows: $1 tenant, $2 owner, $3 whether the platform asks, $6 folded search, $7 product, $10 one configuration. Further on: $4 today, $5 how far sales are
 * tallied, $8 only low, $9 only empty.
 */
const OWN = `
      from products p
      join configurations c on c.tenant_id = $1 and c.product_id = p.id
     where p.tenant_id = $1 and ($3 or p.owner_id = $2) and ($6::text is null or p.name_search like '%' || $6 || '%' or c.ean = $6) and ($7::uuid is null or p.id = $7)
       and case when $10::uuid is null then not c.is_pool and c.draws_on is null else c.id = $10 end`
const NAMES = `c.id as configuration_id, p.id as product_id, p.name as product_name, p.name_search as product_search, p.type as product_type, c.value,
           case when c.is_pool then c.info end as pool_name`

const FIRST_DAY = `($4::date - ${SALES_DAYS - 1})`
/** Sales of a fortnight, today among it, by the stock they were taken from. */
const SOLD = `
  young as materialized (${YOUNG('$5', FIRST_DAY)}),
  sold as (
    select c.stock_id as configuration_id, sum(x.n)::int as n
      from (select y.configuration_id, y.n from young y
             union all select d.configuration_id, d.quantity from sold_days d where d.tenant_id = $1 and d.day >= ${FIRST_DAY}) x
      join configurations c on c.tenant_id = $1 and c.id = x.configuration_id group by 1)`
/** The same of one stock `c`. */
const SOLD_OF_ONE = `
  select sum(x.n)::int as n from configurations d
    cross join lateral (select y.n from young y where y.configuration_id = d.id
                         union all select t.quantity from sold_days t where t.tenant_id = $1 and t.configuration_id = d.id and t.day >= ${FIRST_DAY}) x
   where d.tenant_id = $1 and d.stock_id = c.configuration_id`

const FIGURES = `h.unsold, h.unpublished, h.sold, coalesce(sold.n, 0) as sold_14_days,
           case when sold.n > 0 then round(h.unsold * ${SALES_DAYS}.0 / sold.n, 1)::float8 end as days_left`
const LAST_BATCH = `
  (select max(b.created_at) from batches b where b.tenant_id = $1 and b.configuration_id = r.configuration_id and b.state = 'ready') as last_batch_at`

/** In the order of names only the page's own stock is counted. */
const BY_NAME = (order: string) => `
  with young as materialized (${YOUNG('$5', FIRST_DAY)}),
  page as materialized (select ${NAMES}, (count(*) over ())::int as total_count ${OWN} order by ${order}, configuration_id limit $11 offset $12),
  rows as (
    select c.*, ${FIGURES} from page c
     cross join lateral (select ${counts('$4')} from queue_heads h where h.tenant_id = $1 and h.configuration_id = c.configuration_id) h
     cross join lateral (${SOLD_OF_ONE}) sold
     where not $8 and not $9)
  select r.*, ${LAST_BATCH} from rows r order by ${order}, configuration_id`

const BY_FIGURES = (order: string) => `
  with ${SOLD},
  heads as (select h.configuration_id, ${counts('$4')} from queue_heads h where h.tenant_id = $1 group by 1),
  rows as (
    select c.*, ${FIGURES} from (select ${NAMES} ${OWN}) c
      left join heads on heads.configuration_id = c.configuration_id
     cross join lateral (select coalesce(heads.unsold, 0) as unsold, coalesce(heads.unpublished, 0) as unpublished, coalesce(heads.sold, 0) as sold) h
      left join sold on sold.configuration_id = c.configuration_id),
  page as (
    select *, (count(*) over ())::int as total_count from rows where (not $8 or days_left < ${LOW_DAYS}) and (not $9 or unsold = 0)
     order by ${order}, configuration_id limit $11 offset $12)
  select r.*, ${LAST_BATCH} from page r order by ${order}, configuration_id`

export const stockRows = async (q: Query, actor: SignedIn, today: string, { configuration_id, search_text, filters, sort, page, limit }: Asked) =>
  q.query<Omit<StockRow, 'last_batch_at'> & { last_batch_at: Date | null; total_count: number }>(
    (filters.low || filters.empty || !sort.endsWith('product_name') ? BY_FIGURES : BY_NAME)(sorts[sort]),
    [
      actor.tenant_id,
      actor.organisation_id,
      actor.role === 'superadmin',
      today,
      await untilOf(q, actor.tenant_id, 'sold'),
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
    `select b.batch_no, b.lot, b.filename, s.company as supplier_name, b.buying_discount, b.quantity, h.sold, h.unsold, h.unpublished, h.is_published, b.expires_on,
            b.created_at, b.created_by, (count(*) over ())::int as total_count
       from batches b
       join suppliers s on s.tenant_id = $1 and s.id = b.supplier_id
       cross join lateral (select ${counts('$3')}, coalesce(bool_or(h.is_published), false) as is_published
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
