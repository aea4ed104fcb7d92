// Queries of the transaction check: sales of live goods by the shops below the asking organisation, with the figures of that organisation's own hop
// (figures/price-chain.ts).
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { ProductType } from '../../../../contract/kit/product-types.ts'
import type { liveSalesCheck } from '../../../../contract/sales/live-orders.ts'
import { BOUGHT, SOLD } from '../../../figures/price-chain.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { dayEnd, dayStart } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'

export type CheckRow = {
  key: string
  hold_state: 'open' | 'posted' | 'void'
  reason: string
  is_by_hand: boolean
  is_owner: boolean
  created_at: Instant
  ended_at: Instant | null
  seller_id: string
  seller_name: string
  product_name: string
  product_type: ProductType
  recipient_end: string
  value: Money
  sold_total: Money
  bought_total: Money
  supplier_reference: string
  said: string
  company: string | null
  sale_id: string | null
}

/** What a search text may mean; each meaning is compared with whole values, never with parts of them. Null if nothing is searched. */
type RecipientSearch = { text: string; id: string | null; recipient_index: Buffer | null } | null

const STATES = { pending: 'open', successful: 'posted', failed: 'void' } as const
const ASKER = ':asker_id::uuid'

/**
 * SQL: the keys of the sales that match. Each meaning of the search text is looked up separately, because only few keys match it, even among very many sales.
 * A sale and its hold have the same key.
 */
const FOUND = `
  array(select key from holds where tenant_id = :tenant_id and key = :id
        union select key from sales where tenant_id = :tenant_id and id = :id
        union select key from live_orders where tenant_id = :tenant_id and recipient_index = :recipient_index
        union select key from live_orders where tenant_id = :tenant_id and supplier_reference = :text
        union select key from holds where tenant_id = :tenant_id and reference = :text)`

const CHECKED = {
  from: `holds s
         join live_orders l on l.tenant_id = :tenant_id and l.key = s.key
         join organisations o on o.tenant_id = :tenant_id and o.id = s.seller_id and ${ASKER} = any (o.path)
         join configurations c on c.tenant_id = :tenant_id and c.id = s.configuration_id
         join products p on p.tenant_id = :tenant_id and p.id = c.product_id
         join suppliers n on n.tenant_id = :tenant_id and n.id = l.connection_id`,
  where: `s.tenant_id = :tenant_id
          and (:key::uuid is null or s.key = :key)
          and (:state::text is null or s.state = :state)
          and (:product_type::text is null or p.type = :product_type)
          and (:date_from::date is null or s.created_at >= ${dayStart(':date_from')})
          and (:date_to::date is null or s.created_at < ${dayEnd(':date_to')})
          and (:text::text is null or s.key = any (${FOUND}))`,
}

type CheckAsked = {
  page: number
  limit: number
  filters: InputOf<typeof liveSalesCheck>['filters']
  wanted: RecipientSearch
}

const parameters = ({ tenant_id, organisation_id }: SignedIn, { filters: { key, state, product_type, date_from, date_to }, wanted }: CheckAsked) => ({
  ...{ tenant_id, asker_id: organisation_id, key: key ?? null, state: state ? STATES[state] : null, product_type: product_type ?? null },
  ...{ date_from: date_from ?? null, date_to: date_to ?? null },
  ...(wanted ?? { text: null, id: null, recipient_index: null }),
})

export const checked = (q: Query, actor: SignedIn, asked: CheckAsked) =>
  q.query<CheckRow>(
    pageOf(
      {
        select: `s.key, s.state as hold_state, s.reason, s.ended_by is not null as is_by_hand,
                 s.owner_id = ${ASKER} as is_owner, s.created_at, s.ended_at, s.seller_id, o.name as seller_name,
                 s.product_name, p.type as product_type, l.recipient_end, s.value, ${SOLD(ASKER)} as sold_total,
                 ${BOUGHT(ASKER)} as bought_total,
                 coalesce(s.reference, l.supplier_reference, '') as supplier_reference, l.said,
                 case when s.owner_id = ${ASKER} then n.company end as company, s.sale_id`,
        ...CHECKED,
        order: 's.created_at desc, s.key',
      },
      parameters(actor, asked),
      asked,
    ),
  )

export const checkedCount = (q: Query, actor: SignedIn, asked: CheckAsked) => countOf(q, CHECKED, parameters(actor, asked))
