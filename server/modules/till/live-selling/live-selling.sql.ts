// Queries of sales of live goods: what a shop ordered from a supplier under a key, and whether it sold the same goods shortly before.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'

export type OrderRow = {
  key: string
  hold_state: 'open' | 'posted' | 'void'
  created_at: Instant
  ended_at: Instant | null
  configuration_id: string
  product_name: string
  product_type: string
  info: string
  value: Money
  price_unit: Money
  request: Readonly<Record<string, string | number>>
  reason: string
  is_by_hand: boolean
  reference: string | null
  sale_id: string | null
  user_id: string
  username: string
  recipient_end: string
  recipient_index: Buffer | null
  sealed: Buffer
  said: string
}

export const ORDERS = `
  holds h
  join live_orders o on o.tenant_id = :tenant_id and o.key = h.key
  join configurations c on c.tenant_id = :tenant_id and c.id = h.configuration_id
  join products p on p.tenant_id = :tenant_id and p.id = c.product_id
  left join users u on u.tenant_id = :tenant_id and u.id = h.user_id`

export const ORDER = `
  h.key, h.state as hold_state, h.created_at, h.ended_at, h.configuration_id, h.product_name, p.type as product_type,
  c.info, h.value, h.price_unit, h.request, h.reason, h.ended_by is not null as is_by_hand, h.reference, h.sale_id,
  h.user_id, coalesce(u.username, '') as username, o.recipient_end, o.recipient_index, o.sealed, o.said`

/** The order under a key, if this shop made it; returns no row for another shop's order. */
export const orderOf = (q: Query, { tenant_id, organisation_id }: SignedIn, key: string) =>
  q.query<OrderRow>({
    name: 'live_order_of',
    text: `select ${ORDER} from ${ORDERS}
            where h.tenant_id = :tenant_id and h.key = :key and h.seller_id = :organisation_id`,
    values: { tenant_id, organisation_id, key },
  })

/** The shop's last sale of the same goods at the same value to the same recipient since `since`, under another key; sales that failed do not count. */
export const soldSince = (
  q: Query,
  { tenant_id, organisation_id }: SignedIn,
  asked: { key: string; configuration_id: string; value: Money; recipient_index: Buffer; since: Date },
) =>
  q.query<{ created_at: Instant; hold_state: OrderRow['hold_state'] }>({
    name: 'live_sold_since',
    text: `select h.created_at, h.state as hold_state
       from live_orders o join holds h on h.tenant_id = :tenant_id and h.key = o.key
      where o.tenant_id = :tenant_id and o.recipient_index = :recipient_index and o.created_at > :since
        and h.seller_id = :organisation_id and h.configuration_id = :configuration_id and h.value = :value
        and h.state <> 'void' and o.key <> :key
      order by o.created_at desc limit 1`,
    values: { tenant_id, organisation_id, ...asked },
  })
