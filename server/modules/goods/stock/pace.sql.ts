// How fast stock sells and which stock will not last. The stock list, the pools, the dashboard and the daily warning all use this definition.
import type { Money } from '../../../../contract/kit/money.ts'
import { soldSince } from '../../../figures/sold-by-day.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'
import { countsOf } from '../batches/batches.ts'

/** Stock that lasts fewer days than this may run out before a supplier delivers. */
export const LOW_DAYS = 3
/** The pace is that of the last two weeks, because these contain two weekends. */
export const SALES_DAYS = 14

export type Day = { now: Date; today: string }

/** SQL: what each denomination sold in the last two weeks including today, as configuration_id and n. `now`: the parameter with the present time. */
export const soldLately = (now: string) =>
  soldSince(
    `((${now}::timestamptz at time zone 'Europe/Berlin')::date
      - ${SALES_DAYS - 1})`,
  )

/** SQL: how many days the stock lasts; null if nothing was sold. */
export const daysLeft = (left: string, sold: string) => `
  case when ${sold} > 0 then round(${left} * ${SALES_DAYS}.0 / ${sold}, 1)::float8 end`

/** SQL: whether the stock lasts fewer days than LOW_DAYS; false if nothing was sold. */
export const isLow = (left: string, sold: string) => `${left} * ${SALES_DAYS} < ${sold} * ${LOW_DAYS}`

export type Scarce = {
  owner_id: string
  configuration_id: string
  /** The name of the pool; null if the goods are a denomination. A pool's sales are those of the denominations that draw on it. */
  pool_name: string | null
  product_name: string
  value: Money
  unsold: number
  sold_14_days: number
  days_left: number
}

/**
 * SQL: goods that were sold lately and are still offered, with their pace; denominations that draw on a pool count as that pool. Takes :tenant_id, :now and
 * :today.
 */
export const PACE = `
  select p.owner_id, c.id as configuration_id, case when c.is_pool then c.info end as pool_name, p.name as product_name,
         p.name_search, c.value,
         h.available as unsold, w.n as sold_14_days, ${daysLeft('h.available', 'w.n')} as days_left
    from (select c.stock_id, sum(sold.n)::int as n
            from (${soldLately(':now')}) sold
            join configurations c on c.tenant_id = :tenant_id and c.id = sold.configuration_id group by 1) w
    join configurations c on c.tenant_id = :tenant_id and c.id = w.stock_id and c.is_active
    join products p on p.tenant_id = :tenant_id and p.id = c.product_id and p.is_active and p.provider is null
    cross join lateral (select ${countsOf(':today')} from queue_heads h
                         where h.tenant_id = :tenant_id and h.configuration_id = c.id) h`

/** The six goods whose stock will run out first. */
export const scarcest = (q: Query, actor: SignedIn, now: Date) =>
  q.query<Omit<Scarce, 'owner_id'>>(
    `select configuration_id, pool_name, product_name, value, unsold, sold_14_days, days_left from (${PACE}) pace
      where :is_platform or owner_id = :organisation_id order by days_left, name_search, value limit 6`,
    { tenant_id: actor.tenant_id, now, today: berlinDay(now), is_platform: actor.role === 'superadmin', organisation_id: actor.organisation_id },
  )

/** The goods with the most unpublished stock. Stock that is held back after a restore is not counted as unpublished. */
export const unpublished = (q: Query, actor: SignedIn, now: Date) =>
  q.query<Pick<Scarce, 'configuration_id' | 'pool_name' | 'product_name' | 'value'> & { waiting: number }>(
    `select c.id as configuration_id, case when c.is_pool then c.info end as pool_name, p.name as product_name, c.value,
            sum(h.end_seq - h.next_seq)::int as waiting
       from queue_heads h
       join configurations c on c.tenant_id = :tenant_id and c.id = h.configuration_id
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id and ${isOwn('p')}
      where h.tenant_id = :tenant_id and h.next_seq < h.end_seq and not h.is_published and h.held_published is null
        and (h.expires_on is null or h.expires_on >= :today::date)
      group by 1, 2, 3, 4 order by waiting desc, configuration_id limit 1`,
    { ...ownedBy(actor), today: berlinDay(now) },
  )

/** Goods whose stock is low and about which no notice was sent today. */
export const untoldLow = (q: Query, tenant_id: number, now: Date) =>
  q.query<Scarce>(
    `select pace.* from (${PACE}) pace
      where ${isLow('unsold', 'sold_14_days')}
        and not exists (select from notices n
                         where n.tenant_id = :tenant_id and n.kind in ('stock_low', 'pool_low')
                           and n.data ->> 'configuration_id' = configuration_id::text
                           and n.created_at >= :today::date::timestamp at time zone 'Europe/Berlin')`,
    { tenant_id, now, today: berlinDay(now) },
  )

/** How many days before expiry the owner is notified: enough time to lower the price or to return the stock. */
export const EXPIRY_DAYS = 30

export type Expiring = Pick<Scarce, 'owner_id' | 'configuration_id' | 'pool_name' | 'product_name' | 'value' | 'unsold'> & {
  batch_no: number
  expires_on: string
}

/** Stock that will expire within EXPIRY_DAYS and about which no notice was sent; one notice is sent for each batch and expiry date. */
export const untoldExpiring = (q: Query, tenant_id: number, now: Date) =>
  q.query<Expiring>(
    `select p.owner_id, c.id as configuration_id, case when c.is_pool then c.info end as pool_name,
            p.name as product_name, c.value, h.batch_no, h.expires_on, h.unsold
       from (select configuration_id, batch_no, expires_on, sum(end_seq - next_seq)::int as unsold from queue_heads
              where tenant_id = :tenant_id and next_seq < end_seq and expires_on >= :today::date
                and expires_on <= :today::date + ${EXPIRY_DAYS} group by 1, 2, 3) h
       join configurations c on c.tenant_id = :tenant_id and c.id = h.configuration_id
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where not exists (select from notices n
                         where n.tenant_id = :tenant_id and n.kind = 'stock_expiring'
                           and n.data ->> 'batch_no' = h.batch_no::text
                           and n.data ->> 'day' = h.expires_on::text)
      order by h.expires_on, h.batch_no`,
    { tenant_id, today: berlinDay(now) },
  )
