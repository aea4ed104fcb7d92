// Lists of prices: entries of single customers beside their plan, and everything that a customer could sell, with its present price.

import type { priceWhy } from '../../../../contract/goods/explained-prices.ts'
import { type assignedList, type assignedProducts, isByRung } from '../../../../contract/goods/prices.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { PARENTS } from '../../../postgres/customer-tree.ts'
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'

type PadsAsked = InputOf<typeof assignedList>
type ProductsAsked = InputOf<typeof assignedProducts>
type Row = OutputOf<typeof assignedProducts>['content'][number]
type Priced = Omit<Row, 'margin'>
type Why = OutputOf<typeof priceWhy>

const PADS = {
  from: `assigned_products a
         join organisations o on o.tenant_id = :tenant_id and o.id = a.customer_id
          and o.parent_id = any (${PARENTS(':organisation_id')})
         join products p on p.tenant_id = :tenant_id and p.id = a.product_id
         left join configurations c on c.tenant_id = :tenant_id and c.id = a.configuration_id`,
  where: `a.tenant_id = :tenant_id and (:customer_id::uuid is null or a.customer_id = :customer_id)
          and (:product_id::uuid is null or a.product_id = :product_id)
          and (:is_enabled::boolean is null or a.is_enabled = :is_enabled)
          and (:search::text is null or strpos(p.name_search, :search) > 0 or strpos(o.name_search, :search) > 0)`,
}

const padsAsked = (actor: SignedIn, { customer_id, filters, search_text }: PadsAsked) => ({
  tenant_id: actor.tenant_id,
  organisation_id: actor.organisation_id,
  customer_id: customer_id ?? null,
  product_id: filters.product_id ?? null,
  is_enabled: filters.is_enabled ?? null,
  search: searchFor(search_text),
})

export const padList = (q: Query, actor: SignedIn, asked: PadsAsked) =>
  q.query<Row>(
    pageOf(
      {
        select: `a.id as pad_id, o.id as customer_id, o.name as customer_name, p.id as product_id,
                 p.name as product_name, c.id as configuration_id, c.value, a.discount,
                 a.is_enabled, case when c.id is null then 'pad_product' else 'pad_configuration' end as source,
                 case when a.is_enabled then price_of(c.value, a.discount) end as price, null::bigint as cost,
                 null::bigint as margin`,
        ...PADS,
        order: 'o.name_search, o.id, p.name_search, p.id, c.value nulls first, a.id',
      },
      padsAsked(actor, asked),
      asked,
    ),
  )

/** Counts customers' own price entries. Without filters the stored number is returned; otherwise rows are counted, with names joined only for a search. */
export const padCount = async (q: Query, actor: SignedIn, asked: PadsAsked) =>
  (
    await q.query<{ n: number }>(
      isAll(asked)
        ? `select coalesce(sum(n.own_prices), 0)::int as n from customer_counts n
            where n.tenant_id = :tenant_id and n.parent_id = any (${PARENTS(':organisation_id')})`
        : asked.search_text
          ? `select count(*)::int as n from ${PADS.from} where ${PADS.where}`
          : `select count(*)::int as n from assigned_products a
               join wallets w on w.tenant_id = :tenant_id and w.organisation_id = a.customer_id
            where a.tenant_id = :tenant_id and w.parent_id = any (${PARENTS(':organisation_id')})
              and (:customer_id::uuid is null or a.customer_id = :customer_id)
              and (:product_id::uuid is null or a.product_id = :product_id)
              and (:is_enabled::boolean is null or a.is_enabled = :is_enabled) and :search::text is null`,
      isAll(asked) ? { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id } : padsAsked(actor, asked),
    )
  )[0]?.n ?? 0

const isAll = ({ customer_id, filters, search_text }: PadsAsked) =>
  !customer_id && !search_text && Object.values(filters).every((filter) => filter === undefined)

/** The customers whose products are listed: one customer, or if `customer_id` is null all customers whose prices the actor sets. */
export type Buyers = {
  customer_id: string | null
  /** The customers' parent; `line`: the organisations from that parent up to the platform. */
  seller_id: string
  line: readonly string[]
}

/**
 * SQL: the goods that a seller can sell on: its own, and those that the organisations above it offer. They are read once for all customers of the seller, so
 * the cost does not grow with their number.
 */
const GOODS = `with g as materialized (
    select p.id as product_id, p.name as product_name, p.name_search, p.owner_id, c.id as configuration_id, c.value,
           coalesce(c.draws_on, c.id) as stock_id
      from products p
      join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id and c.is_active and not c.is_pool
     where p.tenant_id = :tenant_id and p.owner_id = any (:line::uuid[]) and p.is_active and p.provider is null
       and (p.owner_id = :seller_id or is_offered(:tenant_id, :line::uuid[], p.owner_id, p.id, c.id))
       and (:product_type::text is null or p.type = :product_type)
       and (:product_id::uuid is null or p.id = :product_id)
       and (:search::text is null or strpos(p.name_search, :search) > 0))`
const RUNG = (of: 'o.id' | 'k.customer_id', goods: 'g' | 'k') =>
  `left join lateral (select r.* from rungs_of(:tenant_id, ${of}, ${goods}.product_id, ${goods}.configuration_id) r
                       order by r.step limit 1) rung on true`

const ALL_BUYERS = 'o.parent_id = :seller_id and o.is_active'
const BUYERS = (isOne: boolean) => `o.tenant_id = :tenant_id and ${isOne ? 'o.id = :customer_id' : ALL_BUYERS}`

/**
 * Products of the customers. `rung`: SQL that joins to each row the entry that decides the price, by the price ladder of a sale; empty if rows are not filtered
 * or sorted by that entry: the caller then joins the entry to the page's rows only.
 */
const PRODUCTS = (isOne: boolean, rung: string) => ({
  from: `organisations o cross join g ${rung}`,
  where: `${BUYERS(isOne)} ${rung && 'and (:on_offer::boolean is null or coalesce(rung.is_enabled, false) = :on_offer)'}`,
})

const productsAsked = (actor: SignedIn, { filters, search_text }: ProductsAsked, { customer_id, seller_id, line }: Buyers) => ({
  ...{ tenant_id: actor.tenant_id, seller_id, line },
  ...(customer_id && { customer_id }),
  product_type: filters.product_type ?? null,
  product_id: filters.product_id ?? null,
  search: searchFor(search_text),
})

const IN_FORCE = 'case when rung.is_enabled then rung.discount end'
const BY_NAME = 'g.name_search, g.product_id, g.value, g.configuration_id'
const sorts: Record<ProductsAsked['sort'], string> = {
  product_name: `${BY_NAME}, o.name_search, o.id`,
  '-product_name': `g.name_search desc, g.product_id, g.value, g.configuration_id, o.name_search, o.id`,
  customer_name: `o.name_search, o.id, ${BY_NAME}`,
  '-customer_name': `o.name_search desc, o.id, ${BY_NAME}`,
  discount: `${IN_FORCE} nulls last, ${BY_NAME}, o.name_search, o.id`,
  '-discount': `${IN_FORCE} desc nulls last, ${BY_NAME}, o.name_search, o.id`,
}

/** `is_own`: whether the actor may know what the goods cost the organisation that sets the price. */
export const productList = (q: Query, actor: SignedIn, asked: ProductsAsked, buyers: Buyers, is_own: boolean) => {
  const isInside = isByRung(asked)
  const found = 'cross join lateral (select k.source, k.entry_id, k.discount, k.is_enabled) rung'
  return q.query<Priced>(
    pageOf(
      {
        before: GOODS,
        select: `o.id as customer_id, o.name as customer_name, g.product_id, g.product_name, g.owner_id,
                 g.configuration_id, g.value, g.stock_id
                 ${isInside ? ', rung.source, rung.entry_id, rung.discount, rung.is_enabled' : ''}`,
        ...PRODUCTS(buyers.customer_id !== null, isInside ? RUNG('o.id', 'g') : ''),
        order: sorts[asked.sort],
        around: (page) => `
     select case when rung.source like 'pad%' then rung.entry_id end as pad_id, k.customer_id, k.customer_name,
            k.product_id, k.product_name, k.configuration_id, k.value,
            ${IN_FORCE} as discount, coalesce(rung.is_enabled, true) as is_enabled,
            coalesce(rung.source, 'none') as source, price_of(k.value, ${IN_FORCE}) as price,
            case when :is_own then cost_of(:tenant_id, :line::uuid[], k.owner_id, k.product_id, k.configuration_id,
                                           k.stock_id, k.value) end as cost
       from (select page.*, row_number() over () as place from (${page}) page) k
       ${isInside ? found : RUNG('k.customer_id', 'k')}
      order by k.place`,
      },
      { ...productsAsked(actor, asked, buyers), ...(isInside && { on_offer: asked.filters.on_offer ?? null }), is_own },
      asked,
    ),
  )
}

/**
 * Counts the rows. All these customers have the same goods, so unless rows are filtered by their rung, the count is the number of goods times the number of
 * customers.
 */
export const productCount = async (q: Query, actor: SignedIn, asked: ProductsAsked, buyers: Buyers) => {
  const [isInside, isOne] = [isByRung(asked), buyers.customer_id !== null]
  const { from, where } = PRODUCTS(isOne, isInside ? RUNG('o.id', 'g') : '')
  const rows = await q.query<{ n: number }>(
    isInside
      ? `${GOODS} select count(*)::int as n from ${from} where ${where}`
      : `${GOODS}
         select ((select count(*) from g) * (select count(*) from organisations o
                                              where ${BUYERS(isOne)}))::int as n`,
    { ...productsAsked(actor, asked, buyers), ...(isInside && { on_offer: asked.filters.on_offer ?? null }) },
  )
  return rows[0]?.n ?? 0
}

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
