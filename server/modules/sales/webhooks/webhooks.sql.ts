// Queries of webhooks: the caller's own, and their deliveries.

import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { WebhookEvent, webhookDeliveries, webhooksList } from '../../../../contract/sales/webhooks.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'

type Own = Pick<SignedIn, 'tenant_id' | 'organisation_id'>
type Listed = OutputOf<typeof webhooksList>['content'][number]
type DeliveriesInput = InputOf<typeof webhookDeliveries>
type DeliveryRow = OutputOf<typeof webhookDeliveries>['content'][number]

export type Webhook = { url: string; events: WebhookEvent[]; is_active: boolean; stopped: string }

/** SQL: how many deliveries of webhook `w` are in this state; each of the two states has an index of its own. */
const COUNT = (state: 'waiting' | 'failed') => `
  (select count(*)::int from webhook_deliveries v
    where v.tenant_id = :tenant_id and v.webhook_id = w.id and v.state = '${state}')`

export const webhooksOf = (q: Query, { tenant_id, organisation_id }: Own) =>
  q.query<Listed>(
    `select w.id as webhook_id, w.url, w.events, w.is_active, w.stopped, w.failing_since, w.created_at,
            w.delivered_at as last_delivered_at, ${COUNT('waiting')} as waiting, ${COUNT('failed')} as failed
       from webhooks w
      where w.tenant_id = :tenant_id and w.organisation_id = :organisation_id order by w.id`,
    { tenant_id, organisation_id },
  )

/**
 * Locks the organisation, so that of two webhooks added at the same moment the second counts the first; returns how
 * many webhooks it has.
 */
export const countLocked = async (q: Query, { tenant_id, organisation_id }: Own): Promise<number> => {
  await q.query('select from organisations where tenant_id = :tenant_id and id = :organisation_id for no key update', { tenant_id, organisation_id })
  const [row] = await q.query<{ n: number }>(
    `select count(*)::int as n from webhooks
      where tenant_id = :tenant_id and organisation_id = :organisation_id`,
    { tenant_id, organisation_id },
  )
  return row?.n ?? 0
}

export const addWebhook = (
  q: Query,
  { tenant_id, organisation_id }: Own,
  { id, url, events, now }: Pick<Webhook, 'url' | 'events'> & { id: string; now: Date },
) =>
  q.query(
    `insert into webhooks (tenant_id, id, organisation_id, url, events, next_try_at, read_until, created_at)
     values (:tenant_id, :id, :organisation_id, :url, :events, :now, :now, :now)`,
    { tenant_id, organisation_id, id, url, events, now },
  )

/** The caller's webhook; its row is locked until the transaction ends. */
export const lockedWebhook = async (q: Query, { tenant_id, organisation_id }: Own, id: string): Promise<Webhook | undefined> =>
  (
    await q.query<Webhook>(
      `select url, events, is_active, stopped from webhooks
        where tenant_id = :tenant_id and organisation_id = :organisation_id and id = :id for update`,
      { tenant_id, organisation_id, id },
    )
  )[0]

/**
 * Stores a changed webhook. A webhook that is switched on gets events from now on only; changes of prices are then found by comparison with the prices at the
 * next reading.
 */
export const setWebhook = (q: Query, { tenant_id }: Own, id: string, to: Webhook & { begins: boolean; now: Date }) =>
  q.query(
    `update webhooks
        set url = :url, events = :events, is_active = :is_active, stopped = '', failures = 0, failing_since = null,
            next_try_at = case when :begins then :now else least(next_try_at, :now) end,
            read_until = case when :begins then :now else read_until end,
            prices = case when :begins or not 'price.changed' = any (:events) then null else prices end
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, url: to.url, events: to.events, is_active: to.is_active, begins: to.begins, now: to.now },
  )

/**
 * Gives up all waiting deliveries of a webhook that is switched off or stopped. The webhook begins anew when it is switched on; a queue that is too long would
 * stop it again immediately. Each delivery that was given up can be sent again by hand.
 */
export const giveUpWaiting = (q: Query, tenant_id: number, webhook_id: string) =>
  q.query(
    `update webhook_deliveries set state = 'failed', error = 'SWITCHED_OFF'
      where tenant_id = :tenant_id and webhook_id = :webhook_id and state = 'waiting'`,
    { tenant_id, webhook_id },
  )

export async function removeWebhook(q: Query, { tenant_id }: Own, id: string): Promise<void> {
  await q.query('delete from webhook_deliveries where tenant_id = :tenant_id and webhook_id = :id', { tenant_id, id })
  await q.query('delete from webhooks where tenant_id = :tenant_id and id = :id', { tenant_id, id })
}

/** Notes that the webhook is tested now; false if it was tested less than `pause_ms` ago. */
export const noteTest = async (q: Query, { tenant_id }: Own, id: string, now: Date, pause_ms: number): Promise<boolean> =>
  (
    await q.query(
      `update webhooks set tested_at = :now
        where tenant_id = :tenant_id and id = :id and coalesce(tested_at, 'epoch') <= :before returning id`,
      { tenant_id, id, now, before: new Date(now.getTime() - pause_ms) },
    )
  ).length > 0

const DELIVERIES = {
  select: `d.id as delivery_id, d.webhook_id, w.url, d.event, d.message_id, d.body, d.state, d.attempts, d.status,
    d.error, d.created_at, d.delivered_at`,
  from: `webhook_deliveries d join webhooks w on w.tenant_id = :tenant_id and w.id = d.webhook_id`,
  where: `d.tenant_id = :tenant_id and d.organisation_id = :organisation_id
    and (:webhook_id::uuid is null or d.webhook_id = :webhook_id) and (:state::text is null or d.state = :state)
    and (:event::text is null or d.event = :event)`,
  order: 'd.id desc',
}

export async function deliveryPage(q: Query, { tenant_id, organisation_id }: Own, asked: DeliveriesInput): Promise<{ rows: DeliveryRow[]; total: number }> {
  const { webhook_id = null, state = null, event = null } = asked.filters
  const values = { tenant_id, organisation_id, webhook_id, state, event }
  const rows = await q.query<DeliveryRow>(pageOf(DELIVERIES, values, asked))
  return { rows, total: await countOf(q, DELIVERIES, values) }
}

type Delivery = { webhook_id: string; message_id: string; state: string }

export const lockedDelivery = async (q: Query, { tenant_id, organisation_id }: Own, id: string): Promise<Delivery | undefined> =>
  (
    await q.query<Delivery>(
      `select webhook_id, message_id, state from webhook_deliveries
        where tenant_id = :tenant_id and organisation_id = :organisation_id and id = :id for update`,
      { tenant_id, organisation_id, id },
    )
  )[0]

export const putBack = (q: Query, { tenant_id }: Own, id: string) =>
  q.query(
    `update webhook_deliveries set state = 'waiting', attempts = 0, delivered_at = null, error = ''
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id },
  )
