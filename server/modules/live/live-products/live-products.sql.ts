// Queries of the lists of live goods: the platform sees all products of the catalogues; other organisations see what
// they may resell, at their own prices.
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { livePriceHistory, liveProductsList } from '../../../../contract/live/live-products.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, type List, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'
import { HAS_CATALOGUE } from './catalogue.sql.ts'
import { CALLED, isOffered, TAX } from './goods.sql.ts'

type LiveProductsListInput = InputOf<typeof liveProductsList>
type Answer = OutputOf<typeof liveProductsList>
export type Row = Answer['content'][number]
type Prices = InputOf<typeof livePriceHistory>

const STATE = `
  case when l.gone_at is not null then 'gone' when not l.is_on then 'off' when l.price is null then 'no_price'
       when l.is_held then 'dearer'
       when not (l.covers_cost or l.is_below_cost_allowed) then 'below_cost' else 'on' end`

const MATCHING = `
  l.tenant_id = :tenant_id and (:search::text is null or strpos(l.search, :search) > 0
    or strpos(lower(l.own_name), :search) > 0)
  and (:provider::text is null or n.provider = :provider)
  and (:connection_id::uuid is null or l.connection_id = :connection_id)
  and (:country::text is null or l.country = :country)
  and (:live_product_id::uuid is null or l.id = :live_product_id)`

const ALL = {
  from: `live_products l
         join connections n on n.tenant_id = :tenant_id and n.id = l.connection_id
         join suppliers s on s.tenant_id = :tenant_id and s.id = l.connection_id
         left join configurations c on c.tenant_id = :tenant_id and c.id = l.configuration_id`,
  where: `${MATCHING} and (:state::text is null or ${STATE} = :state)
          and (:dearer::boolean is null or :dearer = (l.dearer_at is not null))
          and (:vat_treatment::text is null or ${TAX.treatment} = :vat_treatment)`,
}

/**
 * SQL: products that every organisation above the asker offers. Products that the asker itself has switched off are included, because it can switch them on
 * again.
 */
const OFFERED = {
  from: `live_products l
         join connections n on n.tenant_id = :tenant_id and n.id = l.connection_id
         join configurations c on c.tenant_id = :tenant_id and c.id = l.configuration_id and c.is_active
         join products p on p.tenant_id = :tenant_id and p.id = c.product_id and p.is_active
         cross join lateral offer_of(:tenant_id, :organisation_id, p.id, c.id, p.provider) f
         left join live_choices k on k.tenant_id = :tenant_id and k.organisation_id = :organisation_id
          and k.configuration_id = c.id`,
  where: `${MATCHING} and not coalesce(:dearer, false) and :vat_treatment::text is null
          and (:state::text is null or case when coalesce(k.is_on, true) then 'on' else 'off' end = :state)
          and ${isOffered(':path')}`,
}

const parameters = (actor: SignedIn, { filters, search_text }: LiveProductsListInput) => ({
  tenant_id: actor.tenant_id,
  search: searchFor(search_text),
  provider: filters.provider ?? null,
  connection_id: filters.connection_id ?? null,
  country: filters.country ?? null,
  live_product_id: filters.live_product_id ?? null,
  state: filters.state ?? null,
  dearer: filters.dearer ?? null,
  vat_treatment: filters.vat_treatment ?? null,
})
const place = (actor: SignedIn) => ({ organisation_id: actor.organisation_id, path: actor.organisation_path })

const orders = (position: string, cost: string): Record<LiveProductsListInput['sort'], string> => {
  const last = 'l.operator_name, l.price, l.id'
  return {
    position: `${position}, ${last}`,
    name: `lower(${CALLED}), ${last}`,
    '-name': `lower(${CALLED}) desc, ${last}`,
    cost: `${cost}, ${last}`,
    '-cost': `${cost} desc, ${last}`,
    price: `l.price, ${last}`,
    '-price': `l.price desc nulls last, ${last}`,
  }
}

const COMMON = `
  l.id as live_product_id, l.configuration_id, n.provider, l.operator_name, ${CALLED} as name, l.name as supplier_name,
  l.country, l.price, l.retail_from as retail`

/** SQL: a column of the exchange rate with which a cost was calculated. It may be an older rate, until the catalogue is read again. */
const APPLIED = (column: string) => `
  (select r.${column} from exchange_rates r
    where r.tenant_id = :tenant_id and r.currency = l.currency and l.currency <> 'EUR' and r.rate = l.rate
    order by r.id desc limit 1)`

const allOf = ({ sort }: LiveProductsListInput): List => ({
  select: `${COMMON}, ${STATE} as state, l.is_on, l.position, l.cost_from as cost, l.cost_to, l.connection_id,
           s.company as connection_name, l.price_by, l.margin_percent, l.margin_amount, l.rounding, l.goes_first,
           ${TAX.treatment} as vat_treatment, ${TAX.rate} as vat_rate, ${TAX.country} as vat_country,
           l.dearer_at, l.cost_before, l.currency, case when l.currency <> 'EUR' then l.rate::text end as rate,
           ${APPLIED('source')} as rate_source, ${APPLIED('created_at')} as rate_at, l.seen_at`,
  ...ALL,
  order: orders('l.position', 'l.cost_from')[sort],
})

/** The list for a reseller, which buys at its own discount; the supplier's cost is shown to the platform only. */
const offeredOf = ({ sort }: LiveProductsListInput): List => ({
  select: `${COMMON}, case when coalesce(k.is_on, true) then 'on' else 'off' end as state,
           coalesce(k.is_on, true) as is_on, coalesce(nullif(k.position, 0), l.position) as position,
           price_of(l.price, f.discount) as cost, price_of(l.price, f.discount) as cost_to,
           null::uuid as connection_id, null as connection_name, null as price_by, null::int as margin_percent,
           null::bigint as margin_amount, null as rounding, null::boolean as goes_first,
           null as vat_treatment, null::int as vat_rate, null as vat_country,
           null::timestamptz as dearer_at,
           null::bigint as cost_before, null as currency, null as rate, null as rate_source,
           null::timestamptz as rate_at, null::timestamptz as seen_at`,
  ...OFFERED,
  order: orders('coalesce(nullif(k.position, 0), l.position)', 'price_of(l.price, f.discount)')[sort],
})

export const isPlatform = ({ role }: SignedIn) => role === 'superadmin'

export const productRows = (q: Query, actor: SignedIn, asked: LiveProductsListInput) =>
  isPlatform(actor)
    ? q.query<Row>(pageOf(allOf(asked), parameters(actor, asked), asked))
    : q.query<Row>(pageOf(offeredOf(asked), { ...parameters(actor, asked), ...place(actor) }, asked))

export const productCount = (q: Query, actor: SignedIn, asked: LiveProductsListInput) =>
  isPlatform(actor) ? countOf(q, ALL, parameters(actor, asked)) : countOf(q, OFFERED, { ...parameters(actor, asked), ...place(actor) })

/** The state of each connection's catalogue; only the platform sees connections. */
export const catalogueRows = (q: Query, actor: SignedIn) =>
  isPlatform(actor)
    ? q.query<Answer['catalogues'][number]>(
        `select n.id as connection_id, s.company as connection_name, n.provider,
                coalesce(k.puts_on_sale, false) as puts_on_sale, k.ended_at,
                coalesce(k.outcome, 'never') as outcome, coalesce(k.reason, '') as reason, k.failing_since,
                nullif(k.next_at, '-infinity') as next_at,
                coalesce(k.products, 0) as products, coalesce(k.added, 0) as added, coalesce(k.changed, 0) as changed,
                coalesce(k.dearer, 0) as dearer, coalesce(k.gone, 0) as gone, coalesce(k.odd, 0) as odd
           from connections n
           join suppliers s on s.tenant_id = :tenant_id and s.id = n.id
           left join catalogues k on k.tenant_id = :tenant_id and k.connection_id = n.id
          where n.tenant_id = :tenant_id and ${HAS_CATALOGUE} order by s.company, n.id`,
        { tenant_id: actor.tenant_id },
      )
    : []

const PRICES = { from: 'live_prices p', where: 'p.tenant_id = :tenant_id and p.live_product_id = :live_product_id' }

export const priceRows = (q: Query, tenant_id: number, asked: Prices) =>
  q.query<OutputOf<typeof livePriceHistory>['content'][number]>(
    pageOf(
      {
        select: 'p.at, p.cost_from as cost, p.cost_to, p.price, p.currency, p.rate::text as rate, p.by',
        ...PRICES,
        order: 'p.id desc',
      },
      { tenant_id, live_product_id: asked.live_product_id },
      asked,
    ),
  )

export const priceCount = (q: Query, tenant_id: number, { live_product_id }: Prices) => countOf(q, PRICES, { tenant_id, live_product_id })

export const isKnown = async (q: Query, tenant_id: number, live_product_id: string) =>
  (await q.query('select from live_products where tenant_id = :tenant_id and id = :live_product_id', { tenant_id, live_product_id })).length > 0

/** Makes the connection's catalogue due now; no row if the connection is not in use or has no catalogue. */
export const readNext = (q: Query, tenant_id: number, connection_id: string, puts_on_sale: boolean | undefined, now: Date) =>
  q.query<{ name: string }>(
    `with found as (
       select s.company as name from connections n join suppliers s on s.tenant_id = :tenant_id and s.id = n.id
        where n.tenant_id = :tenant_id and n.id = :connection_id and ${HAS_CATALOGUE}),
     put as (
       insert into catalogues as k (tenant_id, connection_id, next_at, puts_on_sale)
       select :tenant_id, :connection_id, :now, coalesce(:puts_on_sale, false) from found
       on conflict (tenant_id, connection_id) do update set next_at = excluded.next_at,
         puts_on_sale = coalesce(:puts_on_sale, k.puts_on_sale))
     select name from found`,
    { tenant_id, connection_id, puts_on_sale: puts_on_sale ?? null, now },
  )
