// Queries about sales: an organisation sees its own and those of all below it, with the figures of its own hop (kit/hop.ts).
import type { InputOf } from '../../../contract/kit/call.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import type { Money } from '../../../contract/kit/money.ts'
import type { ProductType } from '../../../contract/kit/product-types.ts'
import type { salesList } from '../../../contract/sales.ts'
import { dayEnd, dayStart, firstIdAt } from '../../kit/berlin.ts'
import type { Query } from '../../kit/db.ts'
import { BOUGHT, SOLD } from '../../kit/hop.ts'
import { searchFor } from '../../kit/search.ts'
import type { SignedIn } from '../../kit/sessions.ts'

type Asked = InputOf<typeof salesList>

export type SaleListRow = {
  sale_id: string
  created_at: Instant
  seller_id: string
  seller_name: string
  username: string
  product_name: string
  product_type: ProductType
  value: Money
  quantity: number
  sold_total: Money
  bought_total: Money
  status: 'successful' | 'failed' | 'pending'
  serial: string
  pin_last4: string
  copies: number
  download_id: string | null
}

/** $1 tenant, $2 actor's organisation, $3 and $4 days or null, $5 configuration, $6 type, $7 folded search. Ids are UUIDv7: a range of time is one of ids. */
const FROM = `
    from organisations o
    join sales s on s.tenant_id = $1 and s.seller_id = o.id
     and ($3::text is null or s.id >= ${firstIdAt(dayStart('$3'))}) and ($4::text is null or s.id < ${firstIdAt(dayEnd('$4'))})
    join configurations c on c.tenant_id = $1 and c.id = s.configuration_id
    join products p on p.tenant_id = $1 and p.id = c.product_id
   where o.tenant_id = $1 and $2 = any (o.path) and ($5::uuid is null or s.configuration_id = $5) and ($6::text is null or p.type = $6)
     and ($7::text is null or strpos(p.name_search, $7) > 0 or strpos(lower(s.product_name), $7) > 0 or strpos(o.name_search, $7) > 0)`

const parameters = (actor: SignedIn, { date_from, date_to, filters, search_text }: Asked) => [
  actor.tenant_id,
  actor.organisation_id,
  date_from ?? null,
  date_to ?? null,
  filters.configuration_id ?? null,
  filters.product_type ?? null,
  searchFor(search_text),
]

/** The first PIN is found without a `limit`, so that an export can read through a cursor (kit/cursors.ts). */
export const sales = (q: Query, actor: SignedIn, asked: Asked) =>
  q.query<SaleListRow>(
    `select s.id as sale_id, s.created_at, s.seller_id, o.name as seller_name, coalesce(u.username, '') as username, s.product_name, p.type as product_type, s.value, s.quantity,
            ${SOLD('$2')} as sold_total, ${BOUGHT('$2')} as bought_total, s.status, coalesce(pin.serial, '') as serial, coalesce(pin.last4, '') as pin_last4, s.copies::int,
            case when s.seller_id = $2 and s.user_id = $10 and s.downloaded_at is null then s.download_id end as download_id
       from (select s.* ${FROM} order by s.id desc limit $8 offset $9) s
       join organisations o on o.tenant_id = $1 and o.id = s.seller_id
       join configurations c on c.tenant_id = $1 and c.id = s.configuration_id
       join products p on p.tenant_id = $1 and p.id = c.product_id
       left join users u on u.tenant_id = $1 and u.id = s.user_id
       left join lateral (
         select (array_agg(i.serial order by i.seq))[1] as serial, (array_agg(i.last4 order by i.seq))[1] as last4 from pins i
          where i.tenant_id = $1 and i.batch_no = s.ranges[1] and i.seq >= s.ranges[2] and i.seq < s.ranges[2] + s.ranges[3] and i.sale_id = s.id) pin on true
      order by s.id desc`,
    [...parameters(actor, asked), asked.limit, asked.page * asked.limit, actor.user_id],
  )

export type SaleTotals = { total_count: number; quantity: number; sold_total: Money; bought_total: Money }

export const saleTotals = (q: Query, actor: SignedIn, asked: Asked) =>
  q.query<SaleTotals>(
    `select count(*)::int as total_count, coalesce(sum(s.quantity), 0)::int as quantity, coalesce(sum(${SOLD('$2')}), 0)::bigint as sold_total,
            coalesce(sum(${BOUGHT('$2')}), 0)::bigint as bought_total ${FROM}`,
    parameters(actor, asked),
  )
