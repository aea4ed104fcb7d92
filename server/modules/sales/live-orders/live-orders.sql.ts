// Queries about orders at suppliers, and about the log of exchanges with suppliers.
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { exchangesList, liveOrdersList } from '../../../../contract/sales/live-orders.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'

type ContentOf<A> = A extends { content: readonly (infer R)[] } ? R : never

export const orderOfConnection = (q: Query, of: { tenant_id: number; connection_id: string; key: string }) =>
  q.query<{ key: string }>(
    `select key from live_orders
      where tenant_id = :tenant_id and connection_id = :connection_id and key = :key`,
    of,
  )

const ORDERS = {
  from: `live_orders o
         join holds h on h.tenant_id = :tenant_id and h.key = o.key
         join suppliers s on s.tenant_id = :tenant_id and s.id = o.connection_id
         join organisations c on c.tenant_id = :tenant_id and c.id = h.seller_id`,
  where: `o.tenant_id = :tenant_id
          and (:key::uuid is null or o.key = :key)
          and (:connection_id::uuid is null or o.connection_id = :connection_id)
          and (:state::text is null or o.state = :state)
          and (:is_open::boolean is null or (o.ended_at is null) = :is_open)
          and (:search::text is null or strpos(lower(c.name || ' ' || h.product_name || ' ' || o.recipient_end || ' ' ||
                 coalesce(o.supplier_reference, '') || ' ' || o.key || ' ' || o.in_hands_of), :search) > 0)`,
}
type OrdersAsked = InputOf<typeof liveOrdersList>
type OrderRow = ContentOf<OutputOf<typeof liveOrdersList>>

const ofOrders = ({ tenant_id }: SignedIn, { search_text, filters: { key, connection_id, state, is_open } }: OrdersAsked) => ({
  ...{ tenant_id, search: searchFor(search_text), key: key ?? null, connection_id: connection_id ?? null, state: state ?? null, is_open: is_open ?? null },
})

export const orders = (q: Query, actor: SignedIn, asked: OrdersAsked) =>
  q.query<OrderRow>(
    pageOf(
      {
        select: `o.key, o.state, o.connection_id, s.company, c.name as customer_name, h.product_name, o.recipient_end,
                 h.amount_total as amount, h.cost_total as cost, o.said,
                 coalesce(o.supplier_reference, '') as supplier_reference,
                 o.asked, o.created_at, o.next_at, o.ended_at, o.in_hands_of, o.handed_note`,
        ...ORDERS,
        order: 'o.created_at desc, o.key',
      },
      ofOrders(actor, asked),
      asked,
    ),
  )
export const orderCount = (q: Query, actor: SignedIn, asked: OrdersAsked) => countOf(q, ORDERS, ofOrders(actor, asked))

/** An order, with the user to whom it is assigned (`in_hands_of`), and whether a server is working on it now (`is_leased`). */
export const orderOf = (q: Query, tenant_id: number, key: string, now: Date) =>
  q.query<{ state: OrderRow['state']; said: string; product_name: string; seller_id: string; is_leased: boolean; in_hands_of: string }>(
    `select o.state, o.said, h.product_name, h.seller_id, o.in_hands_of,
            coalesce(o.leased_until > :now, false) as is_leased
       from live_orders o join holds h on h.tenant_id = :tenant_id and h.key = o.key
      where o.tenant_id = :tenant_id and o.key = :key`,
    { tenant_id, key, now },
  )

/** The active users of the actor's organisation, to whom an order can be assigned. */
export const peopleOf = (q: Query, { home_tenant_id, organisation_id }: SignedIn) =>
  q.query<{ user_id: string; username: string; full_name: string }>(
    `select id as user_id, username, full_name from users
      where tenant_id = :tenant_id and organisation_id = :organisation_id and is_active order by username`,
    { tenant_id: home_tenant_id, organisation_id },
  )

/** Assigns an order to a user; returns no row if the order has ended in the meantime. */
export const handOrder = (q: Query, of: { tenant_id: number; key: string; username: string; note: string }) =>
  q.query<{ key: string }>(
    `update live_orders set in_hands_of = :username, handed_note = :note
      where tenant_id = :tenant_id and key = :key and ended_at is null returning key`,
    of,
  )

const EXCHANGES = {
  from: 'exchanges e join suppliers s on s.tenant_id = :tenant_id and s.id = e.connection_id',
  where: `e.tenant_id = :tenant_id
          and (:connection_id::uuid is null or e.connection_id = :connection_id)
          and (:key::uuid is null or e.key = :key)
          and (:outcome::text is null or e.outcome = :outcome)
          and (:from_date::date is null or e.at >= :from_date::date::timestamp at time zone 'Europe/Berlin')
          and (:to_date::date is null or e.at < (:to_date::date + 1)::timestamp at time zone 'Europe/Berlin')
          and (:search::text is null or strpos(lower(e.call || ' ' || e.path || ' ' || coalesce(e.reason, '') || ' ' ||
                 coalesce(e.status::text, '') || ' ' || coalesce(e.key::text, '')), :search) > 0)`,
}
type ExchangesAsked = InputOf<typeof exchangesList>
export type Strip = OutputOf<typeof exchangesList>['strips'][number]

const ofExchanges = ({ tenant_id }: SignedIn, { search_text, filters: { connection_id, key, outcome, from_date, to_date } }: ExchangesAsked) => ({
  ...{ tenant_id, search: searchFor(search_text), connection_id: connection_id ?? null, key: key ?? null, outcome: outcome ?? null },
  ...{ from_date: from_date ?? null, to_date: to_date ?? null },
})

export const exchanges = (q: Query, actor: SignedIn, asked: ExchangesAsked) =>
  q.query<ContentOf<OutputOf<typeof exchangesList>>>(
    pageOf(
      {
        select: `e.id as exchange_id, e.at, s.company, e.call, e.key, e.method, e.path, e.outcome,
                 coalesce(e.status::text, e.reason, '') as result, e.attempt, e.duration_ms,
                 jsonb_pretty(e.asked) as asked, coalesce(jsonb_pretty(e.answer), '') as answer`,
        ...EXCHANGES,
        order: 'e.id desc',
      },
      ofExchanges(actor, asked),
      asked,
    ),
  )
export const exchangeCount = (q: Query, actor: SignedIn, asked: ExchangesAsked) => countOf(q, EXCHANGES, ofExchanges(actor, asked))

/** How well each supplier answered in each hour. A server error of the supplier is not counted as an answer. */
export const strips = (q: Query, tenant_id: number, since: string) =>
  q.query<Strip>(
    `select a.connection_id, s.company, sum(a.asked)::int as asked, sum(a.answered)::int as answered,
            max(a.slow_ms)::int as slow_ms,
            jsonb_agg(jsonb_build_object('at', to_char(a.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'asked', a.asked, 'answered', a.answered, 'slow_ms', a.slow_ms) order by a.hour) as hours
       from (select e.connection_id, date_trunc('hour', e.at) as hour, count(*)::int as asked,
                    (count(*) filter (where e.outcome = 'answer' and e.status < 500))::int as answered,
                    (percentile_disc(0.95) within group (order by e.duration_ms))::int as slow_ms
               from exchanges e where e.tenant_id = :tenant_id and e.id >= :since group by 1, 2) a
       join suppliers s on s.tenant_id = :tenant_id and s.id = a.connection_id
      group by 1, 2 order by lower(s.company), 1`,
    { tenant_id, since },
  )

/** Deletes exchanges older than `before`. */
export const forgetExchanges = (q: Query, tenant_id: number, before: string) =>
  q.query('delete from exchanges where tenant_id = :tenant_id and id < :before', { tenant_id, before })
