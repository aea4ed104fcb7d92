// Queries about sales: an organisation sees its own and those of all below it, with the figures of its own hop (kit/hop.ts).
import type { InputOf } from '../../../contract/kit/call.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import type { Money } from '../../../contract/kit/money.ts'
import type { ProductType } from '../../../contract/kit/product-types.ts'
import type { salesList } from '../../../contract/sales.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { dayEnd, dayStart, firstIdAt } from '../../kit/berlin.ts'
import type { Query } from '../../postgres/db.ts'
import { BOUGHT, SOLD } from '../../postgres/hop.ts'
import { pageOf } from '../../postgres/paged.ts'
import { searchFor } from '../../postgres/search.ts'

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

/** Ids are UUIDv7: a range of time is one of ids. */
const SALES = {
  from: `organisations o
         join sales s on s.tenant_id = :tenant_id and s.seller_id = o.id
          and (:date_from::text is null or s.id >= ${firstIdAt(dayStart(':date_from'))})
          and (:date_to::text is null or s.id < ${firstIdAt(dayEnd(':date_to'))})
         join configurations c on c.tenant_id = :tenant_id and c.id = s.configuration_id
         join products p on p.tenant_id = :tenant_id and p.id = c.product_id`,
  where: `o.tenant_id = :tenant_id and :organisation_id = any (o.path)
          and (:configuration_id::uuid is null or s.configuration_id = :configuration_id)
          and (:product_type::text is null or p.type = :product_type)
          and (:search::text is null or strpos(p.name_search, :search) > 0 or strpos(lower(s.product_name), :search) > 0
               or strpos(o.name_search, :search) > 0)`,
}

const parameters = (actor: SignedIn, { date_from, date_to, filters, search_text }: Asked) => ({
  tenant_id: actor.tenant_id,
  organisation_id: actor.organisation_id,
  date_from: date_from ?? null,
  date_to: date_to ?? null,
  configuration_id: filters.configuration_id ?? null,
  product_type: filters.product_type ?? null,
  search: searchFor(search_text),
})

export const sales = (q: Query, actor: SignedIn, asked: Asked) =>
  q.query<SaleListRow>(
    pageOf(
      {
        select: 's.*',
        ...SALES,
        order: 's.id desc',
        around: (page) => `
     select s.id as sale_id, s.created_at, s.seller_id, o.name as seller_name, coalesce(u.username, '') as username,
            s.product_name, p.type as product_type, s.value, s.quantity,
            ${SOLD(':organisation_id')} as sold_total, ${BOUGHT(':organisation_id')} as bought_total, s.status,
            coalesce(pin.serial, '') as serial, coalesce(pin.last4, '') as pin_last4, s.copies::int,
            case when s.seller_id = :organisation_id and s.user_id = :user_id and s.downloaded_at is null
                   then s.download_id end as download_id
       from (${page}) s
       join organisations o on o.tenant_id = :tenant_id and o.id = s.seller_id
       join configurations c on c.tenant_id = :tenant_id and c.id = s.configuration_id
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
       left join users u on u.tenant_id = :tenant_id and u.id = s.user_id
       left join lateral (
         select (array_agg(i.serial order by i.seq))[1] as serial, (array_agg(i.last4 order by i.seq))[1] as last4
           from pins i
          where i.tenant_id = :tenant_id and i.batch_no = s.ranges[1] and i.seq >= s.ranges[2]
            and i.seq < s.ranges[2] + s.ranges[3] and i.sale_id = s.id) pin on true
      order by s.id desc`,
      },
      { ...parameters(actor, asked), user_id: actor.user_id },
      asked,
    ),
  )

export type SaleTotals = { total_count: number; quantity: number; sold_total: Money; bought_total: Money }

export const saleTotals = (q: Query, actor: SignedIn, asked: Asked) =>
  q.query<SaleTotals>(
    `select count(*)::int as total_count, coalesce(sum(s.quantity), 0)::int as quantity,
            coalesce(sum(${SOLD(':organisation_id')}), 0)::bigint as sold_total,
            coalesce(sum(${BOUGHT(':organisation_id')}), 0)::bigint as bought_total
       from ${SALES.from} where ${SALES.where}`,
    parameters(actor, asked),
  )
