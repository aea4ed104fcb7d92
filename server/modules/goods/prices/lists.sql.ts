// Lists of prices: entries of single customers beside their plan, and everything that a customer could sell, with its present price.

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
 * SQL: the goods that a seller can sell to its customers: its own, and those that the organisations above it offer.
 * They are read once for all customers of the seller, so the cost does not grow with their number.
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
 * Products of the customers. `rung`: SQL that joins to each row the entry that decides the price, by the price ladder
 * of a sale; empty if rows are not filtered or sorted by that entry. If it is empty, the caller joins that entry to the
 * rows of the page only.
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
const BY_NAME_DOWN = 'g.name_search desc, g.product_id, g.value, g.configuration_id'
const BY_CUSTOMER = 'o.name_search, o.id'
const BY_CUSTOMER_DOWN = 'o.name_search desc, o.id'
const sorts: Record<ProductsAsked['sort'], string> = {
  product_name: `${BY_NAME}, ${BY_CUSTOMER}`,
  '-product_name': `${BY_NAME_DOWN}, ${BY_CUSTOMER}`,
  customer_name: `${BY_CUSTOMER}, ${BY_NAME}`,
  '-customer_name': `${BY_CUSTOMER_DOWN}, ${BY_NAME}`,
  discount: `${IN_FORCE} nulls last, ${BY_NAME}, ${BY_CUSTOMER}`,
  '-discount': `${IN_FORCE} desc nulls last, ${BY_NAME}, ${BY_CUSTOMER}`,
}

/** SQL: the goods `g` or the customers `o`, each with its place in this order. */
const PLACED = (rows: 'g' | 'customers o', order: string) => {
  const alias = rows.slice(-1)
  return `(select ${alias}.*, row_number() over (order by ${order}) - 1 as place from ${rows}) ${alias}`
}

/**
 * The products of all customers on the page that begins at row :start, for a list that is not filtered or sorted by the entry that decides the price. All
 * customers have the same goods, so the place of a product follows from the places of its goods and its customer. Otherwise a page would sort all products of
 * all customers: 10,000 customers with 1,000 goods took 4 s.
 */
function allProducts(sort: ProductsAsked['sort']) {
  const isByCustomer = sort.endsWith('customer_name')
  const goods = PLACED('g', sort === '-product_name' ? BY_NAME_DOWN : BY_NAME)
  const buyers = PLACED('customers o', sort === '-customer_name' ? BY_CUSTOMER_DOWN : BY_CUSTOMER)
  const [outer, inner, others] = isByCustomer ? ['o', 'g', 'g'] : ['g', 'o', 'customers']
  return {
    before: `${GOODS},
      customers as materialized (select o.id, o.name, o.name_search from organisations o where ${BUYERS(false)})`,
    from: `${isByCustomer ? `${buyers} cross join ${goods}` : `${goods} cross join ${buyers}`}
      cross join (select nullif(count(*), 0) as n from ${others}) in_each`,
    where: `(:limit::bigint is null
       or ${outer}.place between :start::bigint / in_each.n and (:start::bigint + :limit::bigint - 1) / in_each.n
      and ${outer}.place * in_each.n + ${inner}.place between :start::bigint and :start::bigint + :limit::bigint - 1)`,
  }
}

/** `is_own`: whether the actor may know what the goods cost the organisation that sets the price. */
export const productList = (q: Query, actor: SignedIn, asked: ProductsAsked, buyers: Buyers, is_own: boolean) => {
  const [isInside, isOne] = [isByRung(asked), buyers.customer_id !== null]
  const isEverybodys = !isInside && !isOne
  const found = 'cross join lateral (select k.source, k.entry_id, k.discount, k.is_enabled) rung'
  return q.query<Priced>(
    pageOf(
      {
        ...(isEverybodys ? allProducts(asked.sort) : { before: GOODS, ...PRODUCTS(isOne, isInside ? RUNG('o.id', 'g') : '') }),
        select: `o.id as customer_id, o.name as customer_name, g.product_id, g.product_name, g.owner_id,
                 g.configuration_id, g.value, g.stock_id
                 ${isInside ? ', rung.source, rung.entry_id, rung.discount, rung.is_enabled' : ''}`,
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
      {
        ...{ ...productsAsked(actor, asked, buyers), is_own },
        ...(isInside && { on_offer: asked.filters.on_offer ?? null }),
        ...(isEverybodys && { start: asked.page * asked.limit }),
      },
      isEverybodys ? { limit: asked.limit, offset: 0 } : asked,
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
