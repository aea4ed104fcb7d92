// Queries for what looked like a loss yesterday: goods sold below cost, batches with a lower discount than the batch before, many reprints, and shops that buy
// far more than usual.
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import { dayBefore, dayEnd, dayStart, withinDays } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import type { LIMITS } from './limits.ts'

type Goods = { configuration_id: string; product_name: string; value: Money }
export type Loss = Goods & { organisation_id: string; lost: Money }
export type Fallen = Goods & { owner_id: string; batch_no: number; discount: Percent; before: Percent }
export type Reprinting = { parent_id: string; customer_id: string; name: string; again: number; pins: number }
export type Buying = { parent_id: string; customer_id: string; name: string; bought: Money; usual: Money }

const YESTERDAY = withinDays('s', ':day', ':day')

/** Each organisation's loss of that day by denomination: what the goods cost it less what its customers paid. Smaller losses than `lost` are left out. */
export const lossesOf = (q: Query, tenant_id: number, day: string, { lost }: typeof LIMITS) =>
  q.query<Loss>(
    `select x.organisation_id, x.configuration_id, max(x.product_name) as product_name, max(x.value) as value,
            (- sum(x.margin))::bigint as lost
       from (select s.chain[hop + 1] as organisation_id, s.configuration_id, s.product_name, s.value,
                    s.sign * (s.prices[hop] * s.quantity
                              - coalesce(s.prices[hop + 1] * s.quantity, s.cost_total)) as margin
               from facts s cross join lateral generate_subscripts(s.prices, 1) as hop
              where s.tenant_id = :tenant_id and ${YESTERDAY}
                and (s.created_at at time zone 'Europe/Berlin')::date = :day::date) x
      group by x.organisation_id, x.configuration_id having sum(x.margin) <= - :lost::bigint
      order by 1, 2`,
    { tenant_id, day, lost },
  )

/** Batches imported on that day whose discount is at least `discount` lower than that of the previous batch of the same goods and supplier. */
export const fallenDiscounts = (q: Query, tenant_id: number, day: string, { discount }: typeof LIMITS) =>
  q.query<Fallen>(
    `select b.owner_id, b.batch_no, b.configuration_id, p.name as product_name, c.value,
            b.buying_discount as discount, last.buying_discount as before
       from batches b
       join configurations c on c.tenant_id = :tenant_id and c.id = b.configuration_id
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
       join lateral (select l.buying_discount from batches l
                      where l.tenant_id = :tenant_id and l.configuration_id = b.configuration_id
                        and l.supplier_id = b.supplier_id and l.batch_no < b.batch_no and l.undone_at is null
                      order by l.batch_no desc limit 1) last on true
      where b.tenant_id = :tenant_id and b.undone_at is null
        and b.created_at >= ${dayStart(':day')} and b.created_at < ${dayEnd(':day')}
        and b.buying_discount <= last.buying_discount - :discount::int
      order by b.batch_no`,
    { tenant_id, day, discount },
  )

/**
 * Shops with many reprints, by both limits: how many slips each showed again on that day, whenever their PINs were sold, and how many PINs it sold that day.
 * For PINs that were sent by message and never printed, the first showing does not count.
 */
export const oddReprints = (q: Query, tenant_id: number, day: string, { reprints, reprints_share }: typeof LIMITS) =>
  q.query<Reprinting>(
    `select o.parent_id, o.id as customer_id, o.name, x.again, coalesce(y.pins, 0)::int as pins
       from (select s.seller_id, count(*)::int as again
               from reveals r join sales s on s.tenant_id = :tenant_id and s.id = r.sale_id
              where r.tenant_id = :tenant_id and r.kind = 'reprint' and ${withinDays('r', ':day', ':day')}
                and r.created_at >= ${dayStart(':day')} and r.created_at < ${dayEnd(':day')}
                and not (r.copy = 1 and r.reason = ''
                         and exists (select from pin_sendings p
                                      where p.tenant_id = :tenant_id and p.reveal_id = r.id))
              group by s.seller_id having count(*) >= :reprints) x
       join organisations o on o.tenant_id = :tenant_id and o.id = x.seller_id
       left join lateral (select sum(s.quantity) as pins from sales s
                           where s.tenant_id = :tenant_id and s.seller_id = x.seller_id and ${YESTERDAY}) y on true
      where x.again * 100 >= coalesce(y.pins, 0) * :reprints_share
      order by o.id`,
    { tenant_id, day, reprints, reprints_share },
  )

/**
 * Shops that sold unusually much on that day, by all three limits: the amount at face value, how many times as large
 * this amount is as the shop's average of the four weeks before, and how many days with sales this average has.
 */
export const unusualBuying = (q: Query, tenant_id: number, day: string, { bought, habit_times, habit_days }: typeof LIMITS) =>
  q.query<Buying>(
    `select o.parent_id, o.id as customer_id, o.name, x.bought, h.usual
       from (select s.seller_id, sum(s.value * s.quantity)::bigint as bought
               from sales s where s.tenant_id = :tenant_id and ${YESTERDAY}
              group by s.seller_id having sum(s.value * s.quantity) >= :bought::bigint) x
       join organisations o on o.tenant_id = :tenant_id and o.id = x.seller_id
      cross join lateral (
        select (sum(s.value * s.quantity) / count(distinct (s.created_at at time zone 'Europe/Berlin')::date))::bigint
                 as usual,
               count(distinct (s.created_at at time zone 'Europe/Berlin')::date) as days
          from sales s
         where s.tenant_id = :tenant_id and s.seller_id = x.seller_id
           and ${withinDays('s', '(:day::date - 28)', ':before')}) h
      where h.days >= :habit_days and x.bought >= h.usual * :habit_times
      order by o.id`,
    { tenant_id, day, before: dayBefore(day), bought, habit_times, habit_days },
  )

/** Stores an alert; returns true if it is to be sent: when it is new, or was last sent at least `again_days` days ago. */
export const isNews = async (q: Query, tenant_id: number, alert: { organisation_id: string; kind: string; subject: string; day: string; again_days: number }) =>
  (
    await q.query(
      `insert into loss_alerts as a (tenant_id, organisation_id, kind, subject, told_on)
       values (:tenant_id, :organisation_id, :kind, :subject, :day)
       on conflict (tenant_id, organisation_id, kind, subject) do update set told_on = excluded.told_on
        where a.told_on <= excluded.told_on - :again_days::int
       returning a.kind`,
      { tenant_id, ...alert },
    )
  ).length > 0
