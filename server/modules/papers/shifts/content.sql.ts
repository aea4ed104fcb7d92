// Reads the content of a shift by the ids that an X-report (a look at the running shift) or a Z-report (its close) has fixed. Rows with these ids never
// change, so both reports are read in the same way.
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { ZSnapshot, zReport } from '../../../../contract/papers/shifts.ts'
import { BOUGHT, SOLD } from '../../../figures/price-chain.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'

/** A till is one user at one device. It belongs to the shop of the user who asks. */
export type Till = { till_id: string; user_id: string; device: string }
export type ZReportInput = InputOf<typeof zReport>

export type Content = {
  opened_at: Instant | null
  /** How many transfers the shop's wallet had before the shift, and has now. */
  transfers_from: number
  transfers_to: number
  balance: Money
  credit_limit: Money
  held: Money
  sales: string[]
  refunds: string[]
  showings: string[]
  /** The keys of purchases that are not finished. */
  open: string[]
}

type Sums = { sales: number; quantity: number; face_total: Money; bought_total: Money }
type Row<K extends 'goods' | 'payments' | 'hours' | 'showings' | 'carried' | 'open'> = ZSnapshot[K][number]

export const look = (q: Query, { tenant_id, organisation_id }: SignedIn, { till_id, user_id }: Till) =>
  q.query<Content>('select * from shift_content(:tenant_id, :organisation_id, :user_id, :till_id)', { tenant_id, organisation_id, user_id, till_id })

const SALES = `unnest(:sales::uuid[]) as line(id)
               join sales s on s.tenant_id = :tenant_id and s.id = line.id`
const FACE = SOLD(':organisation_id')
const COST = BOUGHT(':organisation_id')
const SUMS = `count(*)::int as sales, coalesce(sum(s.quantity), 0)::int as quantity,
              coalesce(sum(${FACE}), 0)::bigint as face_total, coalesce(sum(${COST}), 0)::bigint as bought_total`

type Ids = { tenant_id: number; organisation_id: string; sales: string[]; refunds: string[] }

/** The goods sold, grouped by product type, name and face value. Name and face value are as they were when the goods were sold. */
export const goodsOf = (q: Query, { tenant_id, organisation_id, sales }: Ids) =>
  q.query<Omit<Row<'goods'>, 'bought_total'> & Sums>(
    `select p.type as product_type, s.product_name, s.value, ${SUMS}
       from ${SALES}
       join configurations c on c.tenant_id = :tenant_id and c.id = s.configuration_id
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      group by p.type, s.product_name, s.value order by p.type, s.product_name, s.value`,
    { tenant_id, organisation_id, sales },
  )

/** The payments, grouped by how the customers paid: cash first, and last the sales for which no payment was noted. */
export const paymentsOf = (q: Query, { tenant_id, organisation_id, sales }: Ids) =>
  q.query<Omit<Row<'payments'>, 'bought_total'> & Sums>(
    `select y.kind, ${SUMS}
       from ${SALES}
       left join sale_payments y on y.tenant_id = :tenant_id and y.sale_id = s.id
      group by y.kind order by array_position(array['cash', 'card', 'other'], y.kind) nulls last`,
    { tenant_id, organisation_id, sales },
  )

/** The sales by hour. Grouping by the hours of UTC is enough, because Berlin's time differs from UTC by whole hours. */
export const hoursOf = (q: Query, { tenant_id, organisation_id, sales }: Ids) =>
  q.query<Row<'hours'>>(
    `select date_trunc('hour', s.created_at, 'UTC') as at, count(*)::int as sales, sum(s.quantity)::int as quantity,
            sum(${FACE})::bigint as face_total
       from ${SALES} group by 1 order by 1`,
    { tenant_id, organisation_id, sales },
  )

/** The first and the last sale of the shift. */
export const endsOf = (q: Query, { tenant_id, sales }: Ids) =>
  q.query<{ sale_id: string; created_at: Instant }>(
    `select s.id as sale_id, s.created_at from sales s
      where s.tenant_id = :tenant_id and s.id in (:first, :last) order by s.id`,
    { tenant_id, first: sales[0] ?? null, last: sales.at(-1) ?? null },
  )

type Refund = ZSnapshot['refunds']['rows'][number] & { bought_total: Money }

export const refundsOf = (q: Query, { tenant_id, organisation_id, refunds }: Ids) =>
  q.query<Refund>(
    `select s.sale_id, s.product_name, s.value, s.quantity, s.created_at, sold.created_at as sold_at,
            ${FACE}::bigint as face_total, ${COST}::bigint as bought_total
       from unnest(:refunds::uuid[]) as line(id)
       join refunds s on s.tenant_id = :tenant_id and s.id = line.id
       join sales sold on sold.tenant_id = :tenant_id and sold.id = s.sale_id
      order by s.id`,
    { tenant_id, organisation_id, refunds },
  )

export const showingsOf = (q: Query, tenant_id: number, showings: string[]) =>
  q.query<Row<'showings'>>(
    `select v.kind, v.sale_id, s.product_name, s.value, v.copy::int, v.created_at
       from unnest(:showings::uuid[]) with ordinality as line(id, place)
       join reveals v on v.tenant_id = :tenant_id and v.id = line.id
       join sales s on s.tenant_id = :tenant_id and s.id = v.sale_id
      order by line.place`,
    { tenant_id, showings },
  )

/** What is still open: unfinished purchases, found by their keys, and open claims about what this till has sold. */
export const openOf = (q: Query, { tenant_id, organisation_id }: SignedIn, { till_id }: Till, open: string[]) =>
  q.query<Row<'open'>>(
    `select x.* from (
       select 'sale' as kind, h.key as sale_id, h.product_name, h.value, h.quantity, h.created_at
         from unnest(:open::uuid[]) as line(key)
         join holds h on h.tenant_id = :tenant_id and h.key = line.key
       union all
       select 'reclamation', s.id, s.product_name, s.value, count(*)::int, min(r.created_at)
         from reclamations r
         join sales s on s.tenant_id = :tenant_id and s.id = r.sale_id
         join sessions n on n.tenant_id = :tenant_id and n.id = s.session_id
        where r.tenant_id = :tenant_id and r.seller_id = :organisation_id and r.state not in ('accepted', 'rejected')
          and coalesce(n.device_id, n.user_id) = :till_id
        group by 2, 3, 4) x
      order by x.kind desc, x.created_at, x.sale_id`,
    { tenant_id, organisation_id, till_id, open },
  )

/** The sales for which money was held before the shift began, and that were delivered during the shift. */
export const carriedOf = (q: Query, { tenant_id, sales }: Ids, opened_at: Instant | null) =>
  q.query<Row<'carried'>>(
    `select s.id as sale_id, s.product_name, s.value, s.quantity, h.created_at
       from ${SALES}
       join holds h on h.tenant_id = :tenant_id and h.key = s.key
      where h.created_at < :opened_at::timestamptz order by s.id`,
    { tenant_id, sales, opened_at },
  )

/**
 * The transfers of the shop's wallet during the shift, added up by kind; sales and refunds that this shift does not contain are kinds of their own. What the
 * wallet received is positive, what it paid is negative.
 */
export const movementsOf = (q: Query, { tenant_id, organisation_id, sales, refunds }: Ids, { transfers_from, transfers_to }: Content) =>
  q.query<NonNullable<ZSnapshot['credit']>['movements'][number]>(
    `select case t.kind
              when 'sale' then case when sold.id is null then 'other_sales' else 'sales' end
              when 'refund' then case when given.id is null then 'other_refunds' else 'refunds' end
              when 'credit' then 'top_up'
              else t.kind end as kind,
            sum(case when t.payee_id = t.wallet_id then t.amount else -t.amount end)::bigint as amount
       from transfers t
       left join unnest(:sales::uuid[]) as sold(id) on sold.id = t.cause_id
       left join unnest(:refunds::uuid[]) as given(id) on given.id = t.cause_id
      where t.tenant_id = :tenant_id and t.wallet_id = :organisation_id and t.seq > :transfers_from
        and t.seq <= :transfers_to
      group by 1 order by 1`,
    { tenant_id, organisation_id, sales, refunds, transfers_from, transfers_to },
  )

/** The wallet's balance after the transfer with this number. */
export const balanceAt = (q: Query, tenant_id: number, organisation_id: string, seq: number) =>
  q.query<{ balance: Money }>(
    `select balance_after as balance from transfers
      where tenant_id = :tenant_id and wallet_id = :organisation_id and seq = :seq`,
    { tenant_id, organisation_id, seq },
  )

type Heads = { name: string; address: string; city: string; reseller: string; username: string; full_name: string }

/** The headings of Z-reports. In a support view the user's name is blank, because a supporter does not belong to the shop and has no till. */
export const headsOf = (q: Query, { tenant_id, organisation_id }: SignedIn, user_id: string) =>
  q.query<Heads>(
    `select o.name, concat_ws(' ', nullif(o.address, ''), nullif(o.house_no, '')) as address,
            concat_ws(' ', nullif(o.postal, ''), nullif(o.city, '')) as city, coalesce(parent.name, '') as reseller,
            coalesce(u.username, '') as username, coalesce(u.full_name, '') as full_name
       from organisations o
       left join organisations parent on parent.tenant_id = :tenant_id and parent.id = o.parent_id
       left join users u on u.tenant_id = :tenant_id and u.id = :user_id and u.organisation_id = o.id
      where o.tenant_id = :tenant_id and o.id = :organisation_id`,
    { tenant_id, organisation_id, user_id },
  )
