// Queries of everything that can prevent a sale at a shop: the lines of its goods as a sale reads them (purchase_lines), and the state of shop, users
// and devices.

import type { shopsReady } from '../../../../contract/customers/readiness.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { ShopTimings } from '../../../../contract/people/settings.ts'
import type { SignedIn, TillBarred } from '../../../kit/actor.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { PARENTS } from '../../../postgres/customer-tree.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, type List, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'

/** The outcome that selling one piece of some goods would have, as far as the goods and the wallets determine it. */
export type Outcome = 'sold' | 'not_on_offer' | 'out_of_stock' | 'customer_stopped' | 'credit_limit_reached' | 'reseller_limit' | 'below_cost_limit'

export type Facts = {
  line_active: boolean
  has_user: boolean
  till_barred: TillBarred
  shop_timings: ShopTimings | null
  on_offer: number
  in_stock: number
  sells_live: boolean
  /** The outcomes that selling would have, for each of the goods in stock; if nothing is in stock, for each of the goods on offer. */
  outcomes: Outcome[]
}

/** SQL: what purchase_lines answers for the shops `:shop_ids`, each with every denomination that might be on offer to it. */
const LINES = `
  (select purchase_lines(:tenant_id, array_agg(x.configuration_id), array_agg(x.configuration_id),
            array_agg(x.configuration_id), array_agg(x.shop_id), array_agg(x.configuration_id), array_agg(1),
            array_agg(x.configuration_id)) as lines
     from (select o.id as shop_id, c.id as configuration_id
             from organisations o
             join products p on p.tenant_id = :tenant_id and p.owner_id = any (o.path) and p.is_active
                  and p.provider is null
             join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id and c.is_active and not c.is_pool
            where o.tenant_id = :tenant_id and o.id = any (:shop_ids::uuid[]) and o.kind = 'seller') x)`

/** SQL over a line `l`: whether the owner's stock has a PIN that can be sold today. */
const IS_STOCKED = `
  exists (select from queue_heads h
           where h.tenant_id = :tenant_id and h.configuration_id = l.stock_id and h.is_published
             and h.next_seq < h.end_seq and (h.expires_on is null or h.expires_on >= :today))`

/**
 * SQL: why one of the wallets of a sale cannot pay: it has too little money, or is suspended. The wallet nearest to the shop is checked first, as in a sale.
 */
const UNPAID = `
  (select case when hop.n > 1 then 'reseller_limit'
               when not w.is_active then 'customer_stopped' else 'credit_limit_reached' end
     from generate_subscripts(l.prices, 1) as hop(n)
     join wallets w on w.tenant_id = :tenant_id and w.organisation_id = l.wallet_ids[hop.n]
    where not w.is_active or w.balance + w.credit_limit - w.held < l.prices[hop.n]
    order by hop.n limit 1)`

const LOSS = `
  has_loss_left(:tenant_id, :today::date, l.wallet_ids, l.parent_ids, l.prices,
                unit_cost(:tenant_id, l.stock_id, l.value, :today::date), 1)`

/**
 * SQL: the outcome that a sale would have, checked in the order of sell(): server/money/2-sell.sql, steps 6 to 8. Goods that are not in stock have no cost to
 * compare their price with.
 */
const OUTCOME = `
  case when not l.seller_active then 'customer_stopped'
       else coalesce(${UNPAID}, case when not l.is_stocked then 'out_of_stock'
                                     when not coalesce(${LOSS}, true) then 'below_cost_limit' else 'sold' end) end`

const GOODS = `
  select l.seller_id, count(*)::int as on_offer, (count(*) filter (where l.is_stocked))::int as in_stock,
         array_agg(distinct l.outcome) as outcomes,
         array_agg(distinct l.outcome) filter (where l.is_stocked) as of_stock
    from (select l.*, ${OUTCOME} as outcome
            from (select l.*, ${IS_STOCKED} as is_stocked
                    from ${LINES} x cross join lateral unnest(x.lines) l
                   where l.owner_id is not null and l.hops = l.offered) l) l
   group by l.seller_id`

/**
 * SQL: whether a shop has live goods on offer: those that every organisation above it offers. Live goods are in no plan, so plans and own price entries do not
 * decide.
 */
const SELLS_LIVE = `
  exists (select from products p
            join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id and c.is_active
           where p.tenant_id = :tenant_id and p.provider is not null and p.is_active and p.owner_id = any (o.path)
             and is_offered(:tenant_id, o.path, p.owner_id, p.id, c.id, p.provider))`

/**
 * SQL: what prevents a shop from selling if it may sell on its own devices only. The question is about the shop and not about one browser, so a single paired
 * device is enough.
 */
const TILL_BARRED = `
  case when not o.devices_only then null
       when not exists (select from devices d
                         where d.tenant_id = :tenant_id and d.customer_id = o.id and d.status = 'assigned'
                           and d.browser_hash is not null) then 'device_not_assigned'
       when o.terminal_id <> '' and o.terminal_state = 'inactive' then 'terminal_inactive' end`

type ShopFacts = Facts & { shop_id: string }

/** Reads the facts about these shops without checking rights: the caller passes only shops that the actor may see. */
export const factsOf = (q: Query, tenant_id: number, shop_ids: readonly string[], now: Date) =>
  q.query<ShopFacts>(
    `select o.id as shop_id, o.shop_timings, ${TILL_BARRED} as till_barred,
            not exists (select from organisations a
                         where a.tenant_id = :tenant_id and a.id = any (o.path) and not a.is_active) as line_active,
            exists (select from users u where u.tenant_id = :tenant_id and u.organisation_id = o.id and u.is_active
                       and u.password_hash <> '') as has_user,
            coalesce(g.on_offer, 0) as on_offer, coalesce(g.in_stock, 0) as in_stock, ${SELLS_LIVE} as sells_live,
            coalesce(g.of_stock, g.outcomes, '{}') as outcomes
       from organisations o left join (${GOODS}) g on g.seller_id = o.id
      where o.tenant_id = :tenant_id and o.id = any (:shop_ids::uuid[]) and o.kind = 'seller'`,
    { tenant_id, shop_ids, today: berlinDay(now) },
  )

type ShopsReadyInput = InputOf<typeof shopsReady>
/** After how many days without a sale a shop is listed, if the request does not say. */
const QUIET_DAYS = 7

export type ShopRow = {
  customer_id: string
  name: string
  parent_name: string
  city: string
  available: Money
  last_sale_at: Instant | null
  may_credit: boolean
}

const QUIET: Pick<List, 'from' | 'where'> = {
  from: `organisations o
         join organisations parent on parent.tenant_id = :tenant_id and parent.id = o.parent_id
         join wallets w on w.tenant_id = :tenant_id and w.organisation_id = o.id`,
  where: `o.tenant_id = :tenant_id and o.parent_id = any (${PARENTS(':organisation_id')}) and o.kind = 'seller'
          and (:customer_id::uuid is null or o.id = :customer_id)
          and (:search::text is null or strpos(o.full_search, :search) > 0)
          and (:quiet_days = 0 or :customer_id is not null
               or coalesce(w.last_sale_at, '-infinity') < :now::timestamptz - make_interval(days => :quiet_days))`,
}

const parameters = ({ tenant_id, organisation_id }: SignedIn, { filters, customer_id, search_text }: ShopsReadyInput, now: Date) => ({
  ...{ tenant_id, organisation_id, now, quiet_days: filters.quiet_days ?? QUIET_DAYS },
  ...{ customer_id: customer_id ?? null, search: searchFor(search_text) },
})

export const quietShops = (q: Query, actor: SignedIn, asked: ShopsReadyInput, now: Date) =>
  q.query<ShopRow>(
    pageOf(
      {
        select: `o.id as customer_id, o.name, parent.name as parent_name, o.city, w.last_sale_at,
                 w.balance + w.credit_limit - w.held as available,
                 o.parent_id = :organisation_id
                   or cardinality(o.path) > 1 and o.path[1] = :organisation_id as may_credit`,
        ...QUIET,
        order: 'w.last_sale_at nulls first, o.name_search, o.id',
      },
      parameters(actor, asked, now),
      asked,
    ),
  )

export const quietCount = (q: Query, actor: SignedIn, asked: ShopsReadyInput, now: Date) => countOf(q, QUIET, parameters(actor, asked, now))
