// Queries of the job that sends webhooks: claiming a webhook, storing events as deliveries, and noting the outcome of each delivery.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { WebhookEvent } from '../../../../contract/sales/webhooks.ts'
import { firstIdAt } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'

export type Claimed = {
  id: string
  organisation_id: string
  kind: 'reseller' | 'seller'
  /** Whether the organisation's people may not see its purchase prices. */
  is_masked: boolean
  url: string
  events: WebhookEvent[]
  failures: number
  failing_since: Instant | null
  read_until: Instant
  prices: TakenPrices | null
  prices_read_at: Instant | null
}
/** Purchase prices by denomination: the product's name, the face value and the price. */
export type TakenPrices = Readonly<Record<string, { name: string; value: Money; price: Money }>>

/** Claims, until the instant `until`, webhooks that are due. Webhooks of an organisation that is itself suspended are left out. */
export const claim = (q: Query, tenant_id: number, { now, until, at_once }: { now: Date; until: Date; at_once: number }) =>
  q.query<Claimed>(
    `with turn as materialized (
       select w.id, o.kind, o.mask_seller_discount as is_masked
         from webhooks w join organisations o on o.tenant_id = :tenant_id and o.id = w.organisation_id and o.is_active
        where w.tenant_id = :tenant_id and w.is_active and w.next_try_at <= :now
        order by w.next_try_at, w.id limit :at_once for update of w skip locked)
     update webhooks w set next_try_at = :until
       from turn where w.tenant_id = :tenant_id and w.id = turn.id
      returning w.id, w.organisation_id, turn.kind, turn.is_masked, w.url, w.events, w.failures, w.failing_since,
       w.read_until, w.prices, w.prices_read_at`,
    { tenant_id, now, until, at_once },
  )

/** The instant before which no sale can be added any more (server/money/1-closing.sql). */
export const sealedUntil = async (q: Query, tenant_id: number): Promise<Date> =>
  new Date((await q.query<{ sealed: Instant }>('select sealed from closings where tenant_id = :tenant_id', { tenant_id }))[0]?.sealed ?? 0)

export type Line = {
  line_id: string
  sign: 1 | -1
  sale_id: string
  seller_id: string
  seller_name: string
  configuration_id: string
  product_name: string
  quantity: number
  value: Money
  sold_price: Money
  created_at: Instant
}

const NEW = `not exists (
  select from webhook_deliveries d
   where d.tenant_id = :tenant_id and d.webhook_id = :id and d.message_id =`

/**
 * Sales and returns since `since` that are not stored as deliveries yet: for a shop its own, for a reseller those whose price chain contains the reseller.
 * The price is what the receiver's direct customer paid; for a shop it is the price at the counter.
 */
export const newLines = (
  q: Query,
  tenant_id: number,
  { id, organisation_id, kind }: Claimed,
  { since, signs, limit }: { since: Date; signs: readonly number[]; limit: number },
) =>
  q.query<Line>(
    `select s.id as line_id, s.sign, s.sale_id, s.seller_id, o.name as seller_name, s.configuration_id, s.product_name,
            s.quantity, s.value, s.created_at,
            coalesce(s.prices[array_position(s.chain, :organisation_id::uuid) - 1], s.value) as sold_price
       from facts s join organisations o on o.tenant_id = :tenant_id and o.id = s.seller_id
      where s.tenant_id = :tenant_id and s.id >= ${firstIdAt(':since::timestamptz')} and s.created_at >= :since
        and ${kind === 'seller' ? 's.seller_id = :organisation_id' : ':organisation_id::uuid = any (s.chain)'}
        and s.sign = any (:signs::smallint[])
        and ${NEW} case when s.sign > 0 then 'sale_' else 'return_' end || s.id)
      order by s.id limit :limit`,
    { tenant_id, id, organisation_id, since, signs, limit },
  )

export type LowBalance = { notice_id: string; data: Record<string, string>; created_at: Instant }

/** Notices of low balances since `since` that are not stored as deliveries yet. */
export const newLowBalances = (q: Query, tenant_id: number, { id, organisation_id }: Claimed, since: Date) =>
  q.query<LowBalance>(
    `select n.id as notice_id, n.data, n.created_at from notices n
      where n.tenant_id = :tenant_id and n.organisation_id = :organisation_id and n.kind = 'credit_low'
        and n.id >= ${firstIdAt(':since::timestamptz')} and n.created_at >= :since and n.data ? 'customer_id'
        and ${NEW} 'balance_' || n.id) order by n.id`,
    { tenant_id, id, organisation_id, since },
  )

export type Written = { event: WebhookEvent; message_id: string; body: string }

/** Adds deliveries, except those whose message is stored already. */
export const addDeliveries = (q: Query, tenant_id: number, { id, organisation_id }: Claimed, written: readonly Written[], now: Date) =>
  q.query(
    `insert into webhook_deliveries (tenant_id, id, webhook_id, organisation_id, event, message_id, body, created_at)
     select :tenant_id, d.id, :webhook_id, :organisation_id, d.event, d.message_id, d.body, :now
       from unnest(:ids::uuid[], :events::text[], :messages::text[], :bodies::text[]) as d(id, event, message_id, body)
     on conflict (tenant_id, webhook_id, message_id) do nothing`,
    {
      ...{ tenant_id, webhook_id: id, organisation_id, now, ids: written.map(() => newId()), events: written.map(({ event }) => event) },
      ...{ messages: written.map(({ message_id }) => message_id), bodies: written.map(({ body }) => body) },
    },
  )

/** Stores the instant up to which all events are stored as deliveries. An earlier instant than the stored one changes nothing. */
export const noteRead = (q: Query, tenant_id: number, id: string, until: Date) =>
  q.query('update webhooks set read_until = greatest(read_until, :until) where tenant_id = :tenant_id and id = :id', { tenant_id, id, until })

export const notePrices = (q: Query, tenant_id: number, id: string, prices: TakenPrices, now: Date) =>
  q.query('update webhooks set prices = :prices, prices_read_at = :now where tenant_id = :tenant_id and id = :id', {
    ...{ tenant_id, id, now, prices: JSON.stringify(prices) },
  })

export const waitingOf = async (q: Query, tenant_id: number, id: string): Promise<number> =>
  (
    await q.query<{ n: number }>(
      `select count(*)::int as n from webhook_deliveries
        where tenant_id = :tenant_id and webhook_id = :id and state = 'waiting'`,
      { tenant_id, id },
    )
  )[0]?.n ?? 0

export type Waiting = { id: string; message_id: string; body: string; attempts: number }

/** The oldest deliveries that wait. Each attempt is counted before it is made, so that an attempt whose server dies is counted too. */
export const nextWaiting = (q: Query, tenant_id: number, webhook_id: string, limit: number) =>
  q.query<Waiting>(
    `with turn as materialized (
       select v.id from webhook_deliveries v
        where v.tenant_id = :tenant_id and v.webhook_id = :webhook_id and v.state = 'waiting'
        order by v.id limit :limit for update skip locked)
     update webhook_deliveries d set attempts = d.attempts + 1
       from turn where d.tenant_id = :tenant_id and d.id = turn.id
      returning d.id, d.message_id, d.body, d.attempts`,
    { tenant_id, webhook_id, limit },
  )

export type Outcome = { id: string; state: 'waiting' | 'delivered' | 'failed'; status: number | null; error: string }

/** Notes the outcomes of one turn, and when a delivery of the webhook arrived last. */
export async function noteOutcomes(q: Query, tenant_id: number, webhook_id: string, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const column = <K extends keyof Outcome>(name: K) => outcomes.map((outcome) => outcome[name])
  await q.query(
    `update webhook_deliveries d
        set state = o.state, status = o.status, error = o.error,
            delivered_at = case when o.state = 'delivered' then :now::timestamptz end
       from unnest(:ids::uuid[], :states::text[], :statuses::int[], :errors::text[]) as o(id, state, status, error)
      where d.tenant_id = :tenant_id and d.id = o.id and d.state = 'waiting'`,
    { tenant_id, ids: column('id'), states: column('state'), statuses: column('status'), errors: column('error'), now },
  )
  if (!outcomes.some(({ state }) => state === 'delivered')) return
  await q.query('update webhooks set delivered_at = :now where tenant_id = :tenant_id and id = :webhook_id', { tenant_id, webhook_id, now })
}

/** Ends a claim. `failures`: how many rounds failed in a row. A webhook that a person switched off meanwhile stays off. */
export const release = (q: Query, tenant_id: number, id: string, to: { failures: number; failing_since: Date | null; next_try_at: Date }) =>
  q.query(
    `update webhooks set failures = :failures, failing_since = :failing_since, next_try_at = :next_try_at
      where tenant_id = :tenant_id and id = :id and is_active`,
    { tenant_id, id, ...to },
  )

/** Stops a webhook; false if it was off already. */
export const stop = async (q: Query, tenant_id: number, id: string, why: 'gone' | 'failing' | 'behind'): Promise<boolean> =>
  (
    await q.query(
      `update webhooks set is_active = false, stopped = :why
        where tenant_id = :tenant_id and id = :id and is_active returning id`,
      { tenant_id, id, why },
    )
  ).length > 0

export const forget = (q: Query, tenant_id: number, before: Date) =>
  q.query(
    `delete from webhook_deliveries
      where tenant_id = :tenant_id and id < ${firstIdAt(':before::timestamptz')} and state <> 'waiting'`,
    { tenant_id, before },
  )
