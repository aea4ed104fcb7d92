// Queries of discounts on live goods, which a customer has from its parent for each provider.

import { type liveDiscounts, providers } from '../../../../contract/goods/live-prices.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'
import { isPlatform } from './plans.sql.ts'

type LiveDiscountsInput = InputOf<typeof liveDiscounts>
type Row = OutputOf<typeof liveDiscounts>['content'][number]
export type LiveEntry = NonNullable<LiveDiscountsInput['entries']>[number]

const DISCOUNTS = {
  from: `organisations o
         cross join unnest(:providers::text[]) with ordinality as p(provider, place)
         left join live_discounts d on d.tenant_id = :tenant_id and d.customer_id = o.id and d.provider = p.provider
         left join live_discounts own on own.tenant_id = :tenant_id and own.customer_id = :organisation_id
          and own.provider = p.provider`,
  where: `o.tenant_id = :tenant_id and o.parent_id = :organisation_id and o.is_active
          and (:customer_id::uuid is null or o.id = :customer_id)
          and (:provider::text is null or p.provider = :provider)
          and (:search::text is null or strpos(o.name_search, :search) > 0)`,
}

const parameters = (actor: SignedIn, { customer_id, filters, search_text }: LiveDiscountsInput) => ({
  tenant_id: actor.tenant_id,
  organisation_id: actor.organisation_id,
  providers,
  customer_id: customer_id ?? null,
  provider: filters.provider ?? null,
  search: searchFor(search_text),
})

/**
 * The discounts that the actor gives its customers, each beside the discount that the actor has itself. The platform itself has no discount, because it has no
 * parent and buys from the supplier.
 */
export const liveRows = (q: Query, actor: SignedIn, asked: LiveDiscountsInput) =>
  q.query<Omit<Row, 'changed_at'> & { changed_at: Instant | null }>(
    pageOf(
      {
        select: `o.id as customer_id, o.name as customer_name, p.provider,
                 case when :is_platform then null else coalesce(own.discount, 0) end as discount_own, d.discount,
                 d.changed_at`,
        ...DISCOUNTS,
        order: `o.name_search, o.id, p.place`,
      },
      { ...parameters(actor, asked), is_platform: isPlatform(actor) },
      asked,
    ),
  )

export const liveCount = (q: Query, actor: SignedIn, asked: LiveDiscountsInput) => countOf(q, DISCOUNTS, parameters(actor, asked))

/** Direct customers, locked until the end of the transaction. */
export const lockChildren = (q: Query, actor: SignedIn, ids: readonly string[]) =>
  q.query<{ customer_id: string; customer_name: string }>(
    `select id as customer_id, name as customer_name from organisations
      where tenant_id = :tenant_id and parent_id = :organisation_id and id = any (:ids::uuid[]) order by id
      for no key update`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, ids },
  )

export const discountsOf = (q: Query, tenant_id: number, customer_ids: readonly string[]) =>
  q.query<{ customer_id: string; provider: string; discount: Percent }>(
    `select customer_id, provider, discount from live_discounts
      where tenant_id = :tenant_id and customer_id = any (:customer_ids::uuid[])`,
    { tenant_id, customer_ids },
  )

export async function setDiscounts(q: Query, tenant_id: number, entries: readonly LiveEntry[], now: Date): Promise<void> {
  for (const { customer_id, provider, discount } of entries)
    if (discount === null)
      await q.query(
        `delete from live_discounts
          where tenant_id = :tenant_id and customer_id = :customer_id and provider = :provider`,
        { tenant_id, customer_id, provider },
      )
    else
      await q.query(
        `insert into live_discounts (tenant_id, customer_id, provider, discount, changed_at)
         values (:tenant_id, :customer_id, :provider, :discount, :now)
         on conflict (tenant_id, customer_id, provider) do update set discount = excluded.discount,
           changed_at = excluded.changed_at`,
        { tenant_id, customer_id, provider, discount, now },
      )
}

/**
 * Live goods on sale whose price one of these discounts would bring below the supplier's cost. Left out are discounts that are not higher than the present one,
 * and goods that two people have agreed to sell below cost.
 */
export const belowCost = (q: Query, tenant_id: number, entries: readonly LiveEntry[]) =>
  q.query<{ product_name: string; value: Money; price: Money; cost: Money }>(
    `select l.operator_name || ' ' || l.name as product_name, l.price as value, price_of(l.price, e.discount) as price,
            l.cost_from as cost
       from unnest(:customer_ids::uuid[], :given::text[], :discounts::int[]) as e(customer_id, provider, discount)
       join connections n on n.tenant_id = :tenant_id and n.provider = e.provider
       join live_products l on l.tenant_id = :tenant_id and l.connection_id = n.id and l.is_on and l.gone_at is null
        and l.price is not null and not l.is_below_cost_allowed
       left join live_discounts d on d.tenant_id = :tenant_id and d.customer_id = e.customer_id
        and d.provider = e.provider
      where e.discount > coalesce(d.discount, 0) and price_of(l.price, e.discount) < l.cost_from
      order by l.cost_from - price_of(l.price, e.discount) desc, l.id limit 50`,
    {
      tenant_id,
      customer_ids: entries.map(({ customer_id }) => customer_id),
      given: entries.map(({ provider }) => provider),
      discounts: entries.map(({ discount }) => discount ?? 0),
    },
  )
