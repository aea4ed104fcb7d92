// Queries that explain one price: the goods, the rungs of the price ladder, and the price at each hop.

import type { priceWhy } from '../../../../contract/goods/explained-prices.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'

type Why = OutputOf<typeof priceWhy>
type Goods = { product_id: string; product_name: string; value: number; owner_id: string; provider: string | null }

/** Reads the product, value and owner of a denomination that the customer could sell. */
export const goodsOf = async (q: Query, tenant_id: number, path: readonly string[], configuration_id: string) =>
  (
    await q.query<Goods>(
      `select p.id as product_id, p.name as product_name, c.value, p.owner_id, p.provider from configurations c
         join products p on p.tenant_id = :tenant_id and p.id = c.product_id and p.owner_id = any (:path::uuid[])
          and p.is_active
        where c.tenant_id = :tenant_id and c.id = :configuration_id and c.is_active and not c.is_pool
          and is_offered(:tenant_id, (:path::uuid[])[1:cardinality(:path::uuid[]) - 1], p.owner_id, p.id, c.id,
                         p.provider)`,
      { tenant_id, path, configuration_id },
    )
  )[0]

/** All four rungs of the price ladder, including those without an entry; the rungs of a plan have the plan's name. */
const rungs = (q: Query, tenant_id: number, customer_id: string, { product_id }: Goods, configuration_id: string) =>
  q.query<Why['rungs'][number]>(
    `select s.source, case when s.source like 'plan%' then coalesce(p.name, '') else '' end as name, r.discount,
            coalesce(r.is_enabled, true) as is_enabled,
            r.step is not null and r.step = min(r.step) over () as holds
       from unnest(array['pad_configuration', 'pad_product', 'plan_configuration',
                   'plan_product']) with ordinality as s(source, place)
       join organisations o on o.tenant_id = :tenant_id and o.id = :customer_id
       left join plans p on p.tenant_id = :tenant_id and p.id = o.plan_id
       left join rungs_of(:tenant_id, :customer_id, :product_id, :configuration_id) r on r.source = s.source
      order by s.place`,
    { tenant_id, customer_id, product_id, configuration_id },
  )

/** The only rung of live goods: the customer's discount for their provider. Its discount is null if the goods are switched off. */
const liveRung = (q: Query, tenant_id: number, customer_id: string, { product_id, provider }: Goods, configuration_id: string) =>
  q.query<Why['rungs'][number]>(
    `select 'live' as source, '' as name, f.discount, f.discount is not null as is_enabled, true as holds
       from (select) always
       left join lateral offer_of(:tenant_id, :customer_id, :product_id, :configuration_id, :provider) f on true`,
    { tenant_id, customer_id, product_id, configuration_id, provider },
  )

export const ladderOf = (q: Query, tenant_id: number, customer_id: string, goods: Goods, configuration_id: string) =>
  (goods.provider ? liveRung : rungs)(q, tenant_id, customer_id, goods, configuration_id)

/** Reads the price at each hop from the customer up to the actor; hops above the actor are left out. */
export const hops = (q: Query, actor: SignedIn, path: readonly string[], { product_id, value, owner_id, provider }: Goods, configuration_id: string) =>
  q.query<Why['hops'][number]>(
    `select o.name as organisation_name, price_of(:value, f.discount) as price, f.discount
       from generate_series(array_position(:path::uuid[], :owner_id::uuid) + 1, cardinality(:path::uuid[])) as level
       join organisations o on o.tenant_id = :tenant_id and o.id = (:path::uuid[])[level]
        and :organisation_id = any (o.path)
       cross join lateral offer_of(:tenant_id, o.id, :product_id, :configuration_id, :provider) f
      order by level desc`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, path, product_id, configuration_id, value, owner_id, provider },
  )
