// Queries of sold PINs, newest sale first. Sales have no index by denomination, so sold PINs are found by the stretches of batches (rows of queue_heads): the
// row of a stretch stores how many of its PINs are sold and when the last was sold.
import type { Instant } from '../../../../contract/kit/field.ts'
import { SOLD_UNIT } from '../../../figures/price-chain.ts'
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'

export type SoldRow = {
  batch_no: number
  serial: string
  last4: string
  sold_at: Instant
  sale_id: string
  seller_name: string
  username: string
  price: number
}

/** The batches whose sold PINs are listed. `asker`: the organisation whose prices are shown. */
type Of = { tenant_id: number; configuration_id: string; batch_nos: readonly number[]; asker: string }

/** How many more rows are read than the page has. Sales that were committed together may have taken PINs in another order than that of the sales' ids. */
const BESIDE = 64

/**
 * SQL: the PINs that were sold last, at least as many as the page needs. Each PIN is listed once, even one that was unblocked and so belongs to two
 * stretches.
 */
const LAST = `
  select distinct p.batch_no, p.seq, p.serial, p.last4, p.sale_id
    from (select h.batch_no, h.first_seq, h.next_seq from queue_heads h
           where h.tenant_id = :tenant_id and h.configuration_id = :configuration_id
             and h.batch_no = any (:batch_nos::int[]) and h.next_seq > h.first_seq
           order by h.taken_at desc nulls last, h.batch_no desc,
              h.stripe desc limit :limit::bigint + :offset::bigint + ${BESIDE}) h
   cross join lateral (
     select p.* from pins p
      where p.tenant_id = :tenant_id and p.batch_no = h.batch_no and p.seq >= h.first_seq and p.seq < h.next_seq
        and p.sale_id is not null order by p.seq desc limit :limit::bigint + :offset::bigint + ${BESIDE}) p`

const ALL = `
  select p.batch_no, p.seq, p.serial, p.last4, p.sale_id from pins p
   where p.tenant_id = :tenant_id and p.batch_no = any (:batch_nos::int[]) and p.sale_id is not null`

const SOLD = (pins: string, more = '') => ({
  before: `with sold as (${pins})`,
  select: `sold.batch_no, sold.serial, sold.last4, s.created_at as sold_at, sold.sale_id, o.name as seller_name,
           coalesce(u.username, '') as username, ${SOLD_UNIT(':asker')} as price${more}`,
  from: `sold
         join sales s on s.tenant_id = :tenant_id and s.id = sold.sale_id
         join organisations o on o.tenant_id = :tenant_id and o.id = s.seller_id
         left join users u on u.tenant_id = :tenant_id and u.id = s.user_id`,
  order: 'sold.sale_id desc, sold.batch_no desc, sold.seq desc',
})

export const soldRows = (q: Query, { tenant_id, configuration_id, batch_nos, asker }: Of, limit: number, offset: number) =>
  q.query<SoldRow>(pageOf({ ...SOLD(LAST), where: 'true' }, { tenant_id, configuration_id, batch_nos, asker }, { limit, offset }))

/** Counts sold PINs: all PINs of the batches, minus those still in stock and those that are blocked. */
export const soldCount = async (q: Query, { tenant_id, configuration_id, batch_nos }: Omit<Of, 'asker'>) =>
  (
    await q.query<{ n: number }>(
      `select (coalesce((select sum(b.quantity) from batches b
                          where b.tenant_id = :tenant_id and b.batch_no = any (:batch_nos::int[])), 0)
             - coalesce((select sum(h.end_seq - h.next_seq) from queue_heads h
                          where h.tenant_id = :tenant_id and h.configuration_id = :configuration_id
                            and h.batch_no = any (:batch_nos::int[])), 0)
             - (select count(*) from pins p
                 where p.tenant_id = :tenant_id and p.batch_no = any (:batch_nos::int[]) and p.is_blocked
                   and p.sale_id is null
                   and not exists (select from queue_heads h
                                    where h.tenant_id = :tenant_id and h.configuration_id = :configuration_id
                                      and h.batch_no = p.batch_no
                                      and h.next_seq <= p.seq and p.seq < h.end_seq)))::int as n`,
      { tenant_id, configuration_id, batch_nos },
    )
  )[0]?.n ?? 0

/**
 * Finds sold PINs by a text, reading every sold PIN of these batches. `search`, in small letters without accents, is compared with serials, last four
 * digits and parts of the seller's name.
 */
export const soldFound = (q: Query, { tenant_id, batch_nos, asker }: Omit<Of, 'configuration_id'>, search: string, limit: number, offset: number) =>
  q.query<SoldRow & { total_count: number }>(
    pageOf(
      {
        ...SOLD(ALL, ', (count(*) over ())::int as total_count'),
        where: 'lower(sold.serial) = :search or lower(sold.last4) = :search or strpos(o.name_search, :search) > 0',
      },
      { tenant_id, batch_nos, search, asker },
      { limit, offset },
    ),
  )
