// Queries of the till: which goods are on offer, which are favourites, and which sale may be printed again.

import type { Language } from '../../../../contract/kit/languages.ts'
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import type { StockType } from '../../../../contract/kit/product-types.ts'
import { QUANTITY_MAX } from '../../../../contract/till/selling.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'

export type OfferRow = {
  configuration_id: string
  product_id: string
  product_name: string
  product_type: StockType
  product_image: string | null
  value: Money
  info: string
  ean: string
  eans: string[] | null
  aliases: string
  left: number | null
  on_demand: boolean
  favorite: number | null
  price: Money
  discount: Percent
}

/** SQL: whether PINs of the queue head `h` can be sold: published, not expired, not all sold. */
export const ON_SALE = 'h.is_published and h.next_seq < h.end_seq and (h.expires_on is null or h.expires_on >= :today)'

/** SQL: the seller's discount on live goods with the same brand and value as the card `g`, if the seller may sell them. */
const MADE = `
  select live.discount
    from products lp
    join configurations lc on lc.tenant_id = :tenant_id and lc.product_id = lp.id and lc.is_active
         and lc.value = g.value
    join live_products l on l.tenant_id = :tenant_id and l.configuration_id = lc.id and l.gone_at is null
         and l.cost_from = l.cost_to and l.details #>> '{needs,0,0}' is null
    join connections n on n.tenant_id = :tenant_id and n.id = l.connection_id and n.is_active
    cross join lateral offer_of(:tenant_id, g.seller_id, lp.id, lc.id, lp.provider) live
   where lp.tenant_id = :tenant_id and lp.type = 'dynamic' and lp.is_active
     and lp.name_search = g.name_search and is_offered(:tenant_id, g.path, lp.owner_id, lp.id, lc.id, lp.provider)
   order by l.position, lc.id limit 1`

/**
 * SQL: denominations that the actor's organisation may sell: its own goods, and goods for which every hop from the actor up to the owner has a price, by the
 * price ladder of a sale (offers_to). Users' flags are not checked here, because the call's access rule has checked them.
 */
const OFFERS = `
  with own as materialized (select * from offers_to(:tenant_id, :organisation_id)),
  goods as materialized (
    select c.id, c.stock_id, c.value, c.info, c.ean, p.id as product_id, p.owner_id, p.name, p.name_search, p.type,
           p.image, p.aliases, o.id as seller_id, o.path
      from organisations o
     cross join lateral unnest(o.path) as owner(id)
      join products p on p.tenant_id = :tenant_id and p.owner_id = owner.id and p.is_active
      join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id and c.is_active and not c.is_pool
           and (c.draws_on is null
                or exists (select from configurations pool
                            where pool.tenant_id = :tenant_id and pool.id = c.draws_on and pool.is_active))
     where o.tenant_id = :tenant_id and o.id = :organisation_id
       and (:type::text is null or p.type = :type) and p.type = any (:types)),
  stocks as (
    select h.configuration_id as id, sum(h.end_seq - h.next_seq) as unsold
      from (select distinct g.stock_id from goods g) g
      join queue_heads h on h.tenant_id = :tenant_id and h.configuration_id = g.stock_id and ${ON_SALE}
     group by h.configuration_id),
  taught as (
    select b.configuration_id as id, array_agg(b.ean) as eans from taught_barcodes b where b.tenant_id = :tenant_id
     group by b.configuration_id),
  listed as (
    select g.*, coalesce(own.discount, 0) as discount, taught.eans, f.position::int as favorite,
           coalesce(stock.unsold, 0) as unsold,
           case when :on_demand and coalesce(stock.unsold, 0) = 0 then (${MADE}) end as made
      from goods g
      left join own on own.configuration_id = g.id
      left join taught on taught.id = g.id
      left join favourites f on f.tenant_id = :tenant_id and f.user_id = :user_id and f.configuration_id = g.id
      left join stocks stock on stock.id = g.stock_id
     where (g.owner_id = :organisation_id or own.configuration_id is not null)
       and (not :favourites_only or f.position is not null))
  select l.id as configuration_id, l.product_id, l.name as product_name, l.type as product_type,
         l.image as product_image, l.value, l.info, l.ean, l.aliases, l.eans,
         case when l.made is not null then 1 when l.unsold <= ${QUANTITY_MAX} then l.unsold::int end as left,
         l.made is not null as on_demand, l.favorite,
         price_of(l.value, coalesce(l.made, l.discount)) as price, coalesce(l.made, l.discount) as discount
    from listed l
   order by l.favorite nulls last, l.name_search, l.value`

type OfferFilters = { today: string; type: StockType | undefined; favouritesOnly: boolean; types: readonly StockType[]; onDemand?: boolean }

export const offers = (
  q: Query,
  actor: Pick<SignedIn, 'tenant_id' | 'organisation_id' | 'user_id'>,
  { today, type, favouritesOnly, types, onDemand = false }: OfferFilters,
) =>
  q.query<OfferRow>({
    name: 'offers',
    text: OFFERS,
    values: {
      tenant_id: actor.tenant_id,
      organisation_id: actor.organisation_id,
      user_id: actor.user_id,
      today,
      type: type ?? null,
      favourites_only: favouritesOnly,
      on_demand: onDemand,
      types,
    },
  })

/** The forty goods that the shop has sold most since a Berlin day, less refunds. Only sales that the tally has counted are included. */
export const bestSellers = (q: Query, actor: SignedIn, since: string) =>
  q.query<{ configuration_id: string }>(
    `select configuration_id from figures_of_goods
      where tenant_id = :tenant_id and organisation_id = :organisation_id and span = 'day' and since >= :since
      group by configuration_id having sum(sign * quantity) > 0
      order by sum(sign * quantity) desc, configuration_id limit 40`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, since },
  )

/** The user's favourites in their order, with the names used in the audit log. */
export const favouritesOf = (q: Query, actor: SignedIn) =>
  q.query<{ name: string }>(
    `select p.name || ' ' || (c.value / 10000.0)::numeric(12, 2) as name
       from favourites f
       join configurations c on c.tenant_id = :tenant_id and c.id = f.configuration_id
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where f.tenant_id = :tenant_id and f.user_id = :user_id order by f.position`,
    { tenant_id: actor.tenant_id, user_id: actor.user_id },
  )

export const clearFavourites = (q: Query, actor: SignedIn) =>
  q.query('delete from favourites where tenant_id = :tenant_id and user_id = :user_id', { tenant_id: actor.tenant_id, user_id: actor.user_id })

/** Adds favourites in the given order; ids of denominations that do not exist in the tenant are left out. */
export const addFavourites = (q: Query, actor: SignedIn, configuration_ids: readonly string[]) =>
  q.query(
    `insert into favourites (tenant_id, user_id, position, configuration_id)
     select :tenant_id, :user_id, row_number() over (order by wanted.place), c.id
       from unnest(:configuration_ids::uuid[]) with ordinality as wanted(id, place)
       join configurations c on c.tenant_id = :tenant_id and c.id = wanted.id
     returning 1`,
    { tenant_id: actor.tenant_id, user_id: actor.user_id, configuration_ids },
  )

/** The sale to print again: the one with this id, or the user's last; only if it belongs to the actor's own organisation. */
export const saleToReprint = (q: Query, actor: SignedIn, sale_id: string | undefined) =>
  q.query<{ id: string }>(
    `select id from sales
      where tenant_id = :tenant_id and seller_id = :organisation_id and (:sale_id::uuid is null or id = :sale_id)
        and (:sale_id is not null or user_id = :user_id)
      order by id desc limit 1`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, sale_id: sale_id ?? null, user_id: actor.user_id },
  )

export const saleOfDownload = (q: Query, actor: SignedIn, download_id: string) =>
  q.query<{ id: string }>(
    `select id from sales
      where tenant_id = :tenant_id and seller_id = :organisation_id and user_id = :user_id
        and download_id = :download_id order by id desc limit 1`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, user_id: actor.user_id, download_id },
  )

export const typeOf = (q: Query, actor: SignedIn, configuration_id: string) =>
  q.query<{ type: StockType }>(
    `select p.type from configurations c join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where c.tenant_id = :tenant_id and c.id = :configuration_id`,
    { tenant_id: actor.tenant_id, configuration_id },
  )

/** A product's texts for a slip: in the shop's language, or in that of the product's owner. */
export const textsOf = (q: Query, actor: SignedIn, product_id: string) =>
  q.query<{ instructions: string; customer_care: string }>(
    `select coalesce(nullif(p.texts ->> o.default_language, ''), p.instructions) as instructions, p.customer_care
       from products p
       join organisations o on o.tenant_id = :tenant_id and o.id = :organisation_id
      where p.tenant_id = :tenant_id and p.id = :product_id`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, product_id },
  )

/** How goods are redeemed, in one language only, for goods that may reach this shop: its own or those of organisations above it. */
export const textsIn = (q: Query, actor: SignedIn, configuration_ids: readonly string[], language: Language) =>
  q.query<{ configuration_id: string; instructions: string }>(
    `select configuration_id, instructions
       from (select c.id as configuration_id,
                    coalesce(nullif(p.texts ->> :language, ''),
                             case when o.default_language = :language then p.instructions end, '') as instructions
               from configurations c
               join products p on p.tenant_id = :tenant_id and p.id = c.product_id and p.owner_id = any (:path::uuid[])
               join organisations o on o.tenant_id = :tenant_id and o.id = p.owner_id
              where c.tenant_id = :tenant_id and c.id = any (:configuration_ids::uuid[])) found
      where instructions <> ''`,
    { tenant_id: actor.tenant_id, path: actor.organisation_path, configuration_ids, language },
  )
