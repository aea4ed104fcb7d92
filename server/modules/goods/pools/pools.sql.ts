// Queries about pools: configurations that are not sold themselves and whose stock other configurations draw on. A pool's name is its `info`.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'
import { foldedSql } from '../../../postgres/search.ts'
import { countsOf } from '../batches/batches.ts'
import { type Day, daysLeft, soldLately } from '../stock/stock.ts'

/** A pool has no value of its own; the column requires one, so the smallest allowed value is stored. */
const NO_VALUE = 1

export type PoolRow = {
  pool_id: string
  pool_name: string
  product_id: string
  product_name: string
  unpublished: number
  available: number
  expired: number
  sold: number
  sold_14_days: number
  days_left: number | null
  is_active: boolean
  configurations: { configuration_id: string; value: number; sold_14_days: number }[]
  last_delivery_at: Instant | null
  total_count: number
}

export const poolRows = (
  q: Query,
  actor: SignedIn,
  { search, pool_id }: { search: string | null; pool_id: string | null },
  { now, today }: Day,
  limit: number,
  offset: number,
) =>
  q.query<PoolRow>(
    pageOf(
      {
        before: `with sold as materialized (${soldLately(':now')})`,
        select: `c.id as pool_id, c.info as pool_name, p.id as product_id, p.name as product_name, h.unpublished,
                 h.available, h.expired, h.sold, c.is_active,
                 coalesce(d.sold_14_days, 0) as sold_14_days, ${daysLeft('h.available', 'd.sold_14_days')} as days_left,
                 coalesce(d.configurations, '[]') as configurations,
                 (select max(b.created_at) from batches b
                   where b.tenant_id = :tenant_id and b.configuration_id = c.id
                     and b.state = 'ready') as last_delivery_at,
                 (count(*) over ())::int as total_count`,
        from: `configurations c
               join products p on p.tenant_id = :tenant_id and p.id = c.product_id
               cross join lateral (select ${countsOf(':today')} from queue_heads h
                                    where h.tenant_id = :tenant_id and h.configuration_id = c.id) h
               left join lateral (
                 select sum(sold.n)::int as sold_14_days,
                        jsonb_agg(jsonb_build_object('configuration_id', d.id, 'value', d.value, 'sold_14_days',
                                                     coalesce(sold.n, 0)) order by d.value, d.id) as configurations
                   from configurations d left join sold on sold.configuration_id = d.id
                  where d.tenant_id = :tenant_id and d.stock_id = c.id and d.draws_on = c.id) d on true`,
        where: `c.tenant_id = :tenant_id and c.is_pool and ${isOwn('p')}
                and (:search::text is null or strpos(p.name_search, :search) > 0
                     or strpos(${foldedSql('c.info')}, :search) > 0) and (:pool_id::uuid is null or c.id = :pool_id)`,
        order: 'p.name_search, lower(c.info), c.id',
      },
      { ...ownedBy(actor), search, today, now, pool_id },
      { limit, offset },
    ),
  )

export type OwnPool = { pool_id: string; pool_name: string; product_id: string; product_name: string; owner_id: string; is_active: boolean }

/** Finds a pool of the actor, and locks it for a change. */
export const ownPool = (q: Query, actor: SignedIn, pool_id: string) =>
  q.query<OwnPool>(
    `select c.id as pool_id, c.info as pool_name, p.id as product_id, p.name as product_name, p.owner_id, c.is_active
       from configurations c join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where c.tenant_id = :tenant_id and c.is_pool and ${isOwn('p')} and c.id = :pool_id for update of c`,
    { ...ownedBy(actor), pool_id },
  )

/** Reads the calling card product that the new pool belongs to; returns no row if it is not the actor's. */
export const ownCallingCard = (q: Query, actor: SignedIn, product_id: string) =>
  q.query<{ owner_id: string; product_name: string }>(
    `select p.owner_id, p.name as product_name from products p
      where p.tenant_id = :tenant_id and ${isOwn('p')} and p.id = :product_id and p.type = 'calling_card'`,
    { ...ownedBy(actor), product_id },
  )

/** Locks the owner's calling card products. If two pools with one name are created at the same time, the second request waits and then finds the first pool. */
export const lockNames = (q: Query, tenant_id: number, owner_id: string) =>
  q.query(
    `select 1 from products where tenant_id = :tenant_id and owner_id = :owner_id and type = 'calling_card'
      order by id for update`,
    { tenant_id, owner_id },
  )

export const poolNamed = (q: Query, tenant_id: number, owner_id: string, name: string, but: string) =>
  q.query(
    `select 1 from configurations c join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where c.tenant_id = :tenant_id and c.is_pool and p.owner_id = :owner_id and lower(c.info) = lower(:name)
        and c.id <> :but`,
    { tenant_id, owner_id, name, but },
  )

export const insertPool = (q: Query, tenant_id: number, now: Date, { pool_id, product_id, pool_name }: Pick<OwnPool, 'pool_id' | 'product_id' | 'pool_name'>) =>
  q.query(
    `insert into configurations (tenant_id, id, product_id, value, info, is_pool, created_at)
     values (:tenant_id, :pool_id, :product_id, ${NO_VALUE}, :pool_name, true, :now)`,
    { tenant_id, pool_id, product_id, pool_name, now },
  )

export const updatePool = (q: Query, tenant_id: number, pool_id: string, pool_name: string, is_active: boolean) =>
  q.query(
    `update configurations set info = :pool_name, is_active = :is_active
      where tenant_id = :tenant_id and id = :pool_id and is_pool`,
    { tenant_id, pool_id, pool_name, is_active },
  )

/** The values of the denominations that draw on a pool, for the audit log. */
export const drawing = (q: Query, tenant_id: number, pool_id: string) =>
  q.query<{ configuration_id: string; value: number }>(
    `select id as configuration_id, value from configurations where tenant_id = :tenant_id and draws_on = :pool_id
      order by value, id`,
    { tenant_id, pool_id },
  )

/**
 * Calling card denominations of this owner. Their rows are locked, so that this transaction sees every import that has begun for them, and an import that
 * begins later waits for this transaction.
 */
export const denominations = (q: Query, tenant_id: number, owner_id: string, configuration_ids: readonly string[]) =>
  q.query<{ configuration_id: string; draws_on: string | null }>(
    `select c.id as configuration_id, c.draws_on from configurations c
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where c.tenant_id = :tenant_id and c.id = any (:configuration_ids) and not c.is_pool and p.owner_id = :owner_id
        and p.type = 'calling_card' order by c.id for update of c`,
    { tenant_id, owner_id, configuration_ids },
  )

export const withStock = (q: Query, tenant_id: number, configuration_ids: readonly string[]) =>
  q.query('select 1 from batches where tenant_id = :tenant_id and configuration_id = any (:configuration_ids) limit 1', { tenant_id, configuration_ids })

export const setDrawing = (q: Query, tenant_id: number, pool_id: string, configuration_ids: readonly string[]) =>
  q.query(
    `update configurations set draws_on = case when id = any (:configuration_ids) then :pool_id::uuid end
      where tenant_id = :tenant_id and ((draws_on = :pool_id and id <> all (:configuration_ids))
                                        or (id = any (:configuration_ids) and draws_on is distinct from :pool_id))`,
    { tenant_id, pool_id, configuration_ids },
  )
