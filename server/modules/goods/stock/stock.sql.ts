// Queries about stock. Counts are computed from the queue heads (one row for each stretch of a batch), so PINs are never counted one by one.

import type { stockList } from '../../../../contract/goods/stock-list.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'
import { searchFor } from '../../../postgres/search.ts'
import { availableOf, countsOf } from '../batches/batches.ts'
import { type Day, daysLeft, isLow, soldLately } from './pace.sql.ts'

type StockListInput = InputOf<typeof stockList>
type StockRow = OutputOf<typeof stockList>['content'][number]
type BatchRow = OutputOf<typeof stockList>['batches'][number]

const sorts: Record<StockListInput['sort'], string> = {
  product_name: 'product_search, value',
  '-product_name': 'product_search desc, value',
  unsold: 'unsold',
  '-unsold': 'unsold desc',
  days_left: 'days_left nulls last',
  '-days_left': 'days_left desc nulls last',
}

const OWN = `
     select c.id as configuration_id, p.id as product_id, p.name as product_name, p.name_search as product_search,
            p.type as product_type, c.value,
            case when c.is_pool then c.info end as pool_name, c.draws_on as pool_id
       from products p
       join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id
      where p.tenant_id = :tenant_id and (:is_platform or p.owner_id = :organisation_id) and p.provider is null
        and (:search::text is null or strpos(p.name_search, :search) > 0 or c.ean = :search)
        and (:product_id::uuid is null or p.id = :product_id)
        and (:supplier_id::uuid is null or exists (select from batches b
              where b.tenant_id = :tenant_id and b.configuration_id = c.id and b.supplier_id = :supplier_id
                and b.state = 'ready'))
        and case when :configuration_id::uuid is null then not c.is_pool and c.draws_on is null
                 else c.id = :configuration_id end`
const SOLD = `
  sold as materialized (
    select c.stock_id, sum(l.n)::int as n from (${soldLately(':now')}) l
      join configurations c on c.tenant_id = :tenant_id and c.id = l.configuration_id group by 1)`
const FIGURES = `
  h.available as unsold, h.unpublished, h.expired, h.sold, coalesce(sold.n, 0) as sold_14_days,
  ${daysLeft('h.available', 'sold.n')} as days_left`

/** SQL: all figures of the stock list, for the page's rows only. */
const PAGE_FIGURES = `
  select r.*, ${FIGURES} from page r
   cross join lateral (select ${countsOf(':today')} from queue_heads h
                        where h.tenant_id = :tenant_id and h.configuration_id = r.configuration_id) h
    left join sold on sold.stock_id = r.configuration_id`

/** If rows are sorted by name, only the stock of the page's rows is counted. (With the filter "low" or "empty", BY_FIGURES is used.) */
const BY_NAME = {
  with: SOLD,
  select: 'r.*, (count(*) over ())::int as total_count',
  from: `(${OWN}) r`,
  where: 'not :low and not :empty',
}

/**
 * Rows may be sorted by their stock on sale, or by a figure that follows from it. To sort them, the stock on sale of
 * all rows is read once, from stretches that are not sold out; all other figures are read for the page's rows only.
 */
const BY_FIGURES = {
  with: `${SOLD},
  heads as materialized (select h.configuration_id, ${availableOf(':today')} from queue_heads h
                          where h.tenant_id = :tenant_id and not h.is_over group by 1)`,
  select: `r.configuration_id, r.product_id, r.product_name, r.product_search, r.product_type, r.value, r.pool_name,
           r.pool_id, (count(*) over ())::int as total_count`,
  from: `(select o.*, h.available as unsold, sold.n, ${daysLeft('h.available', 'sold.n')} as days_left from (${OWN}) o
          left join heads on heads.configuration_id = o.configuration_id
         cross join lateral (select coalesce(heads.available, 0) as available) h
          left join sold on sold.stock_id = o.configuration_id) r`,
  where: `(not :low or ${isLow('unsold', 'n')}) and (not :empty or unsold = 0)`,
}

export const stockRows = (
  q: Query,
  actor: SignedIn,
  { now, today }: Day,
  { configuration_id, search_text, filters, sort }: StockListInput,
  limit: number,
  offset: number,
) => {
  const { with: found, ...rows } = filters.low || filters.empty || !sort.endsWith('product_name') ? BY_FIGURES : BY_NAME
  return q.query<Omit<StockRow, 'last_batch_at'> & { last_batch_at: Instant | null; total_count: number }>(
    pageOf(
      {
        ...rows,
        order: `${sorts[sort]}, configuration_id`,
        around: (page) => `
     with ${found}, page as (${page}), rows as (${PAGE_FIGURES})
     select r.*,
            (select max(b.created_at) from batches b
              where b.tenant_id = :tenant_id and b.configuration_id = r.configuration_id
                and b.state = 'ready') as last_batch_at
       from rows r order by ${sorts[sort]}, configuration_id`,
      },
      {
        ...ownedBy(actor),
        today,
        now,
        search: searchFor(search_text),
        product_id: filters.product_id ?? null,
        low: filters.low ?? false,
        empty: filters.empty ?? false,
        configuration_id: configuration_id ?? null,
        supplier_id: filters.supplier_id ?? null,
      },
      { limit, offset },
    ),
  )
}

/** Batches of one configuration, newest first. */
export const batchRows = (q: Query, tenant_id: number, configuration_id: string, today: string, limit: number, offset: number) =>
  q.query<Omit<BatchRow, 'created_at'> & { created_at: Instant; total_count: number }>(
    pageOf(
      {
        select: 'b.*, (count(*) over ())::int as total_count',
        from: 'batches b',
        where: `b.tenant_id = :tenant_id and b.configuration_id = :configuration_id and b.state = 'ready'`,
        order: 'b.batch_no desc',
        around: (page) => `
     select b.batch_no, b.lot, b.filename, s.company as supplier_name, b.buying_discount, b.quantity, h.sold,
            h.available as unsold, h.unpublished, h.expired, h.is_published, b.expires_on,
            b.created_at, b.created_by, b.total_count
       from (${page}) b
       join suppliers s on s.tenant_id = :tenant_id and s.id = b.supplier_id
       cross join lateral (select ${countsOf(':today')}, coalesce(bool_or(h.is_published), false) as is_published
                             from queue_heads h
                            where h.tenant_id = :tenant_id and h.configuration_id = :configuration_id
                              and h.batch_no = b.batch_no) h
      order by b.batch_no desc`,
      },
      { tenant_id, configuration_id, today },
      { limit, offset },
    ),
  )

type BatchToSet = { batch_no: number; owner_id: string; configuration_id: string; state: string; product_name: string; value: number }

/** SQL: the actor's batches, each with its product and denomination. */
const TO_SET = `
  select b.batch_no, b.owner_id, b.configuration_id, b.state, p.name as product_name, c.value
    from batches b
    join configurations c on c.tenant_id = :tenant_id and c.id = b.configuration_id
    join products p on p.tenant_id = :tenant_id and p.id = c.product_id
   where b.tenant_id = :tenant_id and ${isOwn('b')}`

export const batchOwner = (q: Query, actor: SignedIn, batch_no: number) =>
  q.query<BatchToSet>(`${TO_SET} and b.batch_no = :batch_no`, { ...ownedBy(actor), batch_no })

/**
 * The batches of a denomination with unsold PINs that have not expired and are not in the wanted state. They are in the order of batch numbers, in which a
 * sale locks their queue heads too.
 */
export const batchesToPublish = (q: Query, actor: SignedIn, configuration_id: string, published: boolean, today: string) =>
  q.query<BatchToSet>(
    `${TO_SET} and b.configuration_id = :configuration_id and b.state = 'ready'
        and exists (select from queue_heads h
                     where h.tenant_id = :tenant_id and h.configuration_id = :configuration_id
                       and h.batch_no = b.batch_no and h.is_published <> :published
                       and h.next_seq < h.end_seq and (h.expires_on is null or h.expires_on >= :today::date))
      order by b.batch_no`,
    { ...ownedBy(actor), configuration_id, published, today },
  )
