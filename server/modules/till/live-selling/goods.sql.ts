// Queries about live goods of one kind: those that a shop may send to a telephone number, and those that it has sent.
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { CatalogueAmounts, PriceRule } from '../../../../contract/kit/live-price.ts'
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import type { topUps } from '../../../../contract/till/top-ups.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { dayEnd, dayStart } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import type { Arriving } from './amounts.ts'
import { ORDER, ORDERS, type OrderRow } from './live-selling.sql.ts'

/** Kinds of goods that are sent to a number. Goods of the kind 'dynamic' include codes too, which are read out to the buyer. */
export type Sent = 'international_top_up' | 'direct_recharge' | 'dynamic'

/** What a catalogue says about a product besides its name and price. `kind` and the fields after it exist for top-ups only. */
type Details = {
  needs?: readonly (readonly string[])[]
  kind?: string
  arrives?: Arriving
  benefits?: readonly { kind: string; amount: string; bonus: string; unit: string }[]
  lasts?: string | null
  regions?: readonly { code: string }[]
  promotions?: readonly { title: string }[]
}

export type GoodsRow = PriceRule &
  CatalogueAmounts & {
    configuration_id: string
    connection_id: string
    supplier_product: string
    name: string
    operator: string
    operator_name: string
    product_image: string | null
    country: string
    details: Details
    value: Money
    discount: Percent
    favorite: number | null
    /** Whether a sale first buys a new code from the supplier, although codes of the same goods are in stock. */
    goes_first: boolean
  }

/**
 * SQL: live goods that the shop may sell: in their supplier’s catalogue, switched on, and offered at every hop by the price ladder of a sale. is_offered is
 * evaluated for joined rows (`l`) only.
 */
const OFFERED = `
  select c.id as configuration_id, l.connection_id, l.supplier_product, c.info as name, l.operator, l.operator_name,
         p.image as product_image, l.country, l.cost_from, l.cost_to, l.retail_from, l.retail_to, l.details,
         l.price_by, l.margin_percent, l.margin_amount, l.rounding, l.goes_first, c.value, own.discount,
         f.position::int as favorite
    from products p
    join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id and c.is_active
    join live_products l on l.tenant_id = :tenant_id and l.configuration_id = c.id and l.gone_at is null
    join connections n on n.tenant_id = :tenant_id and n.id = l.connection_id and n.is_active
    cross join lateral offer_of(:tenant_id, :organisation_id, p.id, c.id, p.provider) own
    left join favourites f on f.tenant_id = :tenant_id and f.user_id = :user_id and f.configuration_id = c.id
   where p.tenant_id = :tenant_id and p.type = :type and p.is_active
     and case when l.id is not null
           then is_offered(:tenant_id, :path, p.owner_id, p.id, c.id, p.provider) end`
/** SQL: goods that are sent to a number. */
const RECHARGES = `${OFFERED} and coalesce(l.details ->> 'kind', 'recharge') = 'recharge'
     and l.details #>> '{needs,0,0}' is not null`
/** SQL: codes, which are read out to the buyer and not sent to a number. */
const CODES = `${OFFERED} and coalesce(l.details ->> 'kind', 'pin') = 'pin' and l.details #>> '{needs,0,0}' is null`
const ORDERED = 'order by f.position nulls last, l.operator_name, l.position, c.value, c.id'

const asker = ({ tenant_id, organisation_id, organisation_path, user_id }: SignedIn, type: Sent) => ({
  ...{ tenant_id, organisation_id, path: organisation_path, user_id, type },
})

export const goodsOf = (q: Query, actor: SignedIn, type: Sent) => q.query<GoodsRow>(`${RECHARGES} ${ORDERED}`, asker(actor, type))

/** Codes that a supplier delivers at the moment of sale. */
export const codesLive = (q: Query, actor: SignedIn, type: Sent) => q.query<GoodsRow>(`${CODES} ${ORDERED}`, asker(actor, type))

export const goodsOfOperator = (q: Query, actor: SignedIn, type: Sent, { connection_id, operator }: { connection_id: string; operator: string }) =>
  q.query<GoodsRow>(`${RECHARGES} and l.connection_id = :connection_id and l.operator = :operator ${ORDERED}`, {
    ...asker(actor, type),
    connection_id,
    operator,
  })

export const goodsNamed = (q: Query, actor: SignedIn, type: Sent, configuration_id: string) =>
  q.query<GoodsRow>({ name: 'live_goods_named', text: `${RECHARGES} and c.id = :configuration_id`, values: { ...asker(actor, type), configuration_id } })

/** One live product, found by its own id. A code is also found by the id (`stock_id`) of a denomination in stock with the same brand and value. */
export const dynamicNamed = (q: Query, actor: SignedIn, configuration_id: string, stock_id: string | null = null) =>
  q.query<GoodsRow>(
    `${OFFERED} and l.cost_from = l.cost_to
        and (c.id = :configuration_id
             or l.details #>> '{needs,0,0}' is null
                and exists (select from configurations sc
                              join products sp on sp.tenant_id = :tenant_id and sp.id = sc.product_id
                             where sc.tenant_id = :tenant_id and sc.id = :stock_id and sp.provider is null
                               and sp.name_search = p.name_search and sc.value = c.value))
      order by l.position, c.id limit 1`,
    { ...asker(actor, 'dynamic'), configuration_id, stock_id },
  )

export type SentRow = OrderRow & { country: string; operator_name: string; details: Details }

const COLUMNS = `${ORDER}, l.country, l.operator_name, l.details`
const FROM = `${ORDERS} join live_products l on l.tenant_id = :tenant_id and l.configuration_id = h.configuration_id`

export const sentNamed = (q: Query, { tenant_id, organisation_id }: SignedIn, types: readonly Sent[], key: string) =>
  q.query<SentRow>({
    name: 'live_sent_named',
    text: `select ${COLUMNS} from ${FROM}
            where h.tenant_id = :tenant_id and h.key = :key and h.seller_id = :organisation_id
              and p.type = any (:types)`,
    values: { tenant_id, organisation_id, key, types },
  })

const LIST = {
  from: FROM,
  where: `h.tenant_id = :tenant_id and h.seller_id = :organisation_id and p.type = :type
          and (:state::text is null or h.state = :state)
          and (:date_from::date is null or h.created_at >= ${dayStart(':date_from')})
          and (:date_to::date is null or h.created_at < ${dayEnd(':date_to')})
          and (:recipient_index::bytea is null or o.recipient_index = :recipient_index)`,
}
const STATES = { pending: 'open', successful: 'posted', failed: 'void' } as const

/** The filters of a list of what was sent. `recipient_index`: the fingerprint of the recipient who is searched for; null for all recipients. */
export type SentAsked = Pick<InputOf<typeof topUps>, 'page' | 'limit' | 'filters'> & { type: Sent; recipient_index: Buffer | null }

const parameters = ({ tenant_id, organisation_id }: SignedIn, { filters, type, recipient_index }: SentAsked) => ({
  ...{ tenant_id, organisation_id, type, recipient_index, state: filters.state ? STATES[filters.state] : null },
  ...{ date_from: filters.date_from ?? null, date_to: filters.date_to ?? null },
})

export const sentOf = (q: Query, actor: SignedIn, asked: SentAsked) =>
  q.query<SentRow>(pageOf({ ...LIST, select: COLUMNS, order: 'h.created_at desc, h.key' }, parameters(actor, asked), asked))

export const sentCount = (q: Query, actor: SignedIn, asked: SentAsked) => countOf(q, LIST, parameters(actor, asked))
