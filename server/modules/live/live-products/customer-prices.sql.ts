// Queries of the prices that direct customers pay for live goods. The goods are found once for all customers; a customer's discount is the one for the goods'
// provider.

import type { liveCustomerPrices } from '../../../../contract/goods/live-customer-prices.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'
import { CALLED, isOffered, ON_SALE } from './goods.sql.ts'
import { isPlatform } from './live-products.sql.ts'

type LiveCustomerPricesInput = InputOf<typeof liveCustomerPrices>
type Row = OutputOf<typeof liveCustomerPrices>['content'][number]

const MATCHING = `
  l.tenant_id = :tenant_id and l.gone_at is null and l.price is not null
  and (:provider::text is null or n.provider = :provider)
  and (:search::text is null or strpos(l.search, :search) > 0 or strpos(lower(l.own_name), :search) > 0)`
const COMMON = `l.id, n.provider, l.operator_name, ${CALLED} as name, l.price`

/** SQL: goods with what they cost the platform, which pays the supplier and has no discount from a parent. */
const PLATFORM = `with g as materialized (
    select ${COMMON}, l.cost_from as cost, ${ON_SALE} as is_on, 'not_on_sale' as off, true as has_own
      from live_products l
      join connections n on n.tenant_id = :tenant_id and n.id = l.connection_id
     where ${MATCHING})`

/** SQL: goods that are on offer to a reseller, including goods that it does not resell. */
const RESELLER = `with g as materialized (
    select ${COMMON}, price_of(l.price, f.discount) as cost, coalesce(k.is_on, true) as is_on, 'off' as off,
           f.discount > 0 as has_own
      from live_products l
      join connections n on n.tenant_id = :tenant_id and n.id = l.connection_id
      join configurations c on c.tenant_id = :tenant_id and c.id = l.configuration_id and c.is_active
      join products p on p.tenant_id = :tenant_id and p.id = c.product_id and p.is_active
     cross join lateral offer_of(:tenant_id, :organisation_id, p.id, c.id, p.provider) f
      left join live_choices k on k.tenant_id = :tenant_id and k.organisation_id = :organisation_id
       and k.configuration_id = c.id
     where ${MATCHING} and ${isOffered(':path::uuid[]')})`

const REASON = `
  case when not g.is_on then g.off when coalesce(d.discount, 0) > 0 then 'given' when not g.has_own then 'none_own'
       else 'not_given' end`

const PRICES = {
  from: `organisations o
         cross join g
         left join live_discounts d on d.tenant_id = :tenant_id and d.customer_id = o.id and d.provider = g.provider`,
  where: `o.tenant_id = :tenant_id and o.parent_id = :organisation_id and o.is_active
          and (:customer_id::uuid is null or o.id = :customer_id) and (:reason::text is null or ${REASON} = :reason)`,
}

const BY_GOODS = 'g.operator_name, g.price, g.id'
const BY_CUSTOMER = 'o.name_search, o.id'
const sorts: Record<LiveCustomerPricesInput['sort'], string> = {
  operator_name: `${BY_GOODS}, ${BY_CUSTOMER}`,
  '-operator_name': `g.operator_name desc, g.price, g.id, ${BY_CUSTOMER}`,
  customer_name: `${BY_CUSTOMER}, ${BY_GOODS}`,
  '-customer_name': `o.name_search desc, o.id, ${BY_GOODS}`,
}

const before = (actor: SignedIn) => (isPlatform(actor) ? PLATFORM : RESELLER)

const parameters = (actor: SignedIn, { customer_id, filters, search_text }: LiveCustomerPricesInput) => ({
  tenant_id: actor.tenant_id,
  organisation_id: actor.organisation_id,
  ...(!isPlatform(actor) && { path: actor.organisation_path }),
  customer_id: customer_id ?? null,
  provider: filters.provider ?? null,
  reason: filters.reason ?? null,
  search: searchFor(search_text),
})

const PRICE = 'case when g.is_on then price_of(g.price, coalesce(d.discount, 0)) end'

export const customerPrices = (q: Query, actor: SignedIn, asked: LiveCustomerPricesInput) =>
  q.query<Row>(
    pageOf(
      {
        before: before(actor),
        select: `o.id as customer_id, o.name as customer_name, g.id as live_product_id, g.provider, g.operator_name,
                 g.name, g.price as value, coalesce(d.discount, 0) as discount, ${PRICE} as price, g.cost,
                 ${PRICE} - g.cost as margin, ${REASON} as reason`,
        ...PRICES,
        order: sorts[asked.sort],
      },
      parameters(actor, asked),
      asked,
    ),
  )

export const customerPriceCount = (q: Query, actor: SignedIn, asked: LiveCustomerPricesInput) =>
  countOf(q, { before: before(actor), ...PRICES }, parameters(actor, asked))

/** Whether an organisation is a direct customer of the actor's. */
export const isChild = async (q: Query, { tenant_id, organisation_id }: SignedIn, customer_id: string) =>
  (
    await q.query(
      `select from organisations
        where tenant_id = :tenant_id and id = :customer_id and parent_id = :organisation_id`,
      { tenant_id, organisation_id, customer_id },
    )
  ).length > 0
