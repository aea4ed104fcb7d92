// Queries for the effect of a change of prices: which customers have the same prices, what their prices are within this transaction, and what was sold.

import { BOUGHT } from '../../../figures/price-chain.ts'
import { firstIdAt } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import type { Priced, Sold } from './rules.ts'

const DAYS = 30

/** Customers with the same parent and plan, and no entries of their own for these products, have equal prices; `of` names one customer of each such group. */
export type Reached = { customer_id: string; of: string }

export const reached = (q: Query, tenant_id: number, customer_ids: readonly string[], product_ids: readonly string[]) =>
  q.query<Reached>(
    `select o.id as customer_id,
            case when alone.it then o.id
                 else first_value(o.id) over (partition by o.parent_id, o.plan_id, alone.it order by o.id) end as of
       from organisations o
       cross join lateral (
         select exists (select from assigned_products a
                         where a.tenant_id = :tenant_id and a.customer_id = o.id
                           and a.product_id = any (:product_ids::uuid[])) as it) alone
      where o.tenant_id = :tenant_id and o.id = any (:customer_ids::uuid[])`,
    { tenant_id, customer_ids, product_ids },
  )

export const customersOfPlan = async (q: Query, tenant_id: number, plan_id: string) =>
  (
    await q.query<{ id: string }>(
      `select id from organisations
        where tenant_id = :tenant_id and plan_id = :plan_id and is_active`,
      { tenant_id, plan_id },
    )
  ).map(({ id }) => id)

/** The products that any of these plans names. */
export const productsOfPlans = async (q: Query, tenant_id: number, plan_ids: readonly string[]) =>
  (
    await q.query<{ id: string }>(
      `select distinct product_id as id from plan_entries
        where tenant_id = :tenant_id and plan_id = any (:plan_ids::uuid[])`,
      { tenant_id, plan_ids },
    )
  ).map(({ id }) => id)

export const shopCount = async (q: Query, tenant_id: number, customer_ids: readonly string[]) =>
  (
    await q.query<{ n: number }>(
      `select count(distinct s.id)::int as n from organisations s cross join lateral unnest(s.path) as above(id)
        where s.tenant_id = :tenant_id and s.kind = 'seller' and s.is_active and above.id = any (:customer_ids::uuid[])`,
      { tenant_id, customer_ids },
    )
  )[0]?.n ?? 0

/**
 * The prices of these customers as they are within this transaction, by the price ladder. `weights`: the customers' ids, each with the number of
 * customers that have the same prices.
 */
export const pricesOf = (q: Query, tenant_id: number, weights: ReadonlyMap<string, number>, product_ids: readonly string[]) =>
  q.query<Priced>(
    `select k.id as customer_id, k.weight, c.id as configuration_id, p.name as product_name, c.value,
            price_of(c.value, f.discount) as price,
            cost_of(:tenant_id, o.path[1:cardinality(o.path) - 1], p.owner_id, p.id, c.id, coalesce(c.draws_on, c.id),
                    c.value) as cost
       from unnest(:customer_ids::uuid[], :weights::int[]) as k(id, weight)
       join organisations o on o.tenant_id = :tenant_id and o.id = k.id
       join products p on p.tenant_id = :tenant_id and p.id = any (:product_ids::uuid[]) and p.owner_id = any (o.path)
        and p.owner_id <> o.id and p.is_active
       join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id and c.is_active and not c.is_pool
       left join lateral offer_of(:tenant_id, o.id, p.id, c.id) f on true
      where is_offered(:tenant_id, o.path[1:cardinality(o.path) - 1], p.owner_id, p.id, c.id)`,
    { tenant_id, customer_ids: [...weights.keys()], weights: [...weights.values()], product_ids },
  )

/** What each of these customers, including shops below it, sold in the last DAYS days, and what these goods cost the customer's parent. */
export const soldLately = (q: Query, tenant_id: number, customer_ids: readonly string[], product_ids: readonly string[], now: Date) =>
  q.query<Sold>(
    `select s.chain[hop.i] as customer_id, s.configuration_id, sum(s.quantity)::int as quantity,
            sum(${BOUGHT('s.chain[hop.i + 1]')})::bigint as cost
       from sales s cross join lateral generate_series(1, cardinality(s.prices)) as hop(i)
      where s.tenant_id = :tenant_id and s.id >= ${firstIdAt(`:now::timestamptz - interval '${DAYS} days'`)}
        and s.status = 'successful'
        and s.configuration_id in (select c.id from configurations c
                                    where c.tenant_id = :tenant_id and c.product_id = any (:product_ids::uuid[]))
        and s.chain[hop.i] = any (:customer_ids::uuid[])
      group by s.chain[hop.i], s.configuration_id`,
    { tenant_id, customer_ids, product_ids, now },
  )
