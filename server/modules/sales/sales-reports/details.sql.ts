// Queries of one sale, as far as the asker may see it.
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { saleDetails } from '../../../../contract/sales/sales-reports.ts'
import { BOUGHT, SOLD } from '../../../figures/price-chain.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'

type Details = OutputOf<typeof saleDetails>
type Sale = Omit<Details, 'hops' | 'pins' | 'showings' | 'refunds' | 'claims' | 'invoices' | 'bought_total' | 'margin_total'> & { bought_total: Money }

/** A sale by the asker's organisation or one below it; no row for any other sale. */
export const saleBy = (q: Query, actor: SignedIn, sale_id: string) =>
  q.query<Sale>(
    `select s.id as sale_id, s.created_at, s.status, s.seller_id, o.name as seller_name, o.terminal_id,
            coalesce(u.username, '') as username, coalesce(x.device, '') as device, c.product_id, s.product_name,
            y.kind as payment, p.type as product_type, s.configuration_id, s.value, s.quantity,
            coalesce((select sum(r.quantity) from refunds r
                       where r.tenant_id = :tenant_id and r.sale_id = s.id), 0)::int as given_back,
            ${SOLD(':organisation_id')} as sold_total, ${BOUGHT(':organisation_id')} as bought_total,
            s.vat_treatment, s.vat_rate, s.vat_country
       from sales s
       join organisations o on o.tenant_id = :tenant_id and o.id = s.seller_id and :organisation_id = any (o.path)
       join configurations c on c.tenant_id = :tenant_id and c.id = s.configuration_id
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
       left join users u on u.tenant_id = :tenant_id and u.id = s.user_id
       left join sale_payments y on y.tenant_id = :tenant_id and y.sale_id = s.id
       left join sessions x on x.tenant_id = :tenant_id and x.id = s.session_id
      where s.tenant_id = :tenant_id and s.id = :sale_id`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, sale_id },
  )

/** The hops of a sale from the shop up to the asker; prices between organisations further up are hidden. */
export const hopsOf = (q: Query, actor: SignedIn, sale_id: string) =>
  q.query<Details['hops'][number]>(
    `select h.organisation_id, o.name as organisation_name,
            case when h.organisation_id = s.owner_id then s.cost_total
                 else s.quantity * s.prices[h.place::int] end as bought_total
       from sales s
       cross join lateral unnest(s.chain) with ordinality as h(organisation_id, place)
       join organisations o on o.tenant_id = :tenant_id and o.id = h.organisation_id
      where s.tenant_id = :tenant_id and s.id = :sale_id
        and h.place <= array_position(s.chain, :organisation_id) order by h.place`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, sale_id },
  )

export const pinsOf = (q: Query, actor: SignedIn, sale_id: string) =>
  q.query<Details['pins'][number]>(
    `select i.serial, i.last4, case when b.batch_no is not null then i.batch_no end as batch_no,
            su.company as supplier_name
       from sales s
       cross join lateral generate_series(1, cardinality(s.ranges), 3) as at
       cross join lateral (
         select i.batch_no, i.seq, i.serial, i.last4 from pins i
          where i.tenant_id = :tenant_id and i.batch_no = s.ranges[at] and i.seq >= s.ranges[at + 1]
            and i.seq < s.ranges[at + 1] + s.ranges[at + 2] and i.sale_id = s.id offset 0) i
       left join batches b on b.tenant_id = :tenant_id and b.batch_no = i.batch_no and ${isOwn('b')}
       left join suppliers su on su.tenant_id = :tenant_id and su.id = b.supplier_id
      where s.tenant_id = :tenant_id and s.id = :sale_id order by i.batch_no, i.seq`,
    { ...ownedBy(actor), sale_id },
  )

/** The occasions on which the sale's PINs were shown in clear; the first was the sale's own answer. */
export const showingsOf = (q: Query, { tenant_id }: SignedIn, sale_id: string) =>
  q.query<Details['showings'][number]>(
    `select x.at, x.kind, x.copy, coalesce(nullif(u.full_name, ''), u.username, '') as who, x.reason
       from (select s.created_at as at, 'sold' as kind, 0 as copy, s.user_id, '' as reason from sales s
              where s.tenant_id = :tenant_id and s.id = :sale_id
             union all
             select r.created_at,
                    case when exists (select from pin_sendings p
                                       where p.tenant_id = :tenant_id and p.reveal_id = r.id) then 'message'
                         else r.kind end, r.copy::int, r.user_id, r.reason
               from reveals r
              where r.tenant_id = :tenant_id and r.sale_id = :sale_id) x
       left join users u on u.tenant_id = :tenant_id and u.id = x.user_id order by x.at, x.copy`,
    { tenant_id, sale_id },
  )

export const refundsOf = (q: Query, actor: SignedIn, sale_id: string) =>
  q.query<{ line_id: string; at: Instant; quantity: number; sold_total: Money; bought_total: Money }>(
    `select s.id as line_id, s.created_at as at, s.quantity, ${SOLD(':organisation_id')} as sold_total,
            ${BOUGHT(':organisation_id')} as bought_total
       from refunds s where s.tenant_id = :tenant_id and s.sale_id = :sale_id order by s.id`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, sale_id },
  )

export const claimsOf = (q: Query, { tenant_id }: SignedIn, sale_id: string) =>
  q.query<Details['claims'][number]>(
    `select r.id as reclaim_id, r.number from reclamations r
      where r.tenant_id = :tenant_id and r.sale_id = :sale_id order by r.id`,
    { tenant_id, sale_id },
  )

/** The invoices that contain this sale, one for each hop. The asker sees those that the asker's organisation made or received. */
export const invoicesOf = (q: Query, { tenant_id, organisation_id }: SignedIn, sale_id: string) =>
  q.query<Details['invoices'][number]>(
    `select i.id as invoice_id, i.document_no, i.kind
       from sales s
       join invoiced_lines l on l.tenant_id = :tenant_id and l.customer_id = any (s.chain) and l.line_id = s.id
       join invoices i on i.tenant_id = :tenant_id and i.id = l.invoice_id
      where s.tenant_id = :tenant_id and s.id = :sale_id and :organisation_id in (i.issuer_id, i.customer_id)
      order by i.id`,
    { tenant_id, organisation_id, sale_id },
  )
