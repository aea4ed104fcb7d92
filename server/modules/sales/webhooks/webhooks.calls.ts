// Calls about an organisation's webhooks: adding, changing, testing and ending them, and their deliveries.
import { WEBHOOKS_MAX } from '../../../../contract/sales/webhooks.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { WebhookSender } from '../../../http/webhook-sender.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import {
  addWebhook,
  countLocked,
  deliveryPage,
  giveUpWaiting,
  lockedDelivery,
  lockedWebhook,
  noteTest,
  putBack,
  removeWebhook,
  setWebhook,
  type Webhook,
  webhooksOf,
} from './webhooks.sql.ts'

type Calls = 'webhooksList' | 'webhookAdd' | 'webhookUpdate' | 'webhookRemove' | 'webhookTest' | 'webhookDeliveries' | 'webhookRetry'

/** The shortest time between two tests of a webhook. */
const TEST_PAUSE_MS = 3_000

const hostOf = (url: string) => new URL(url).hostname

/** The webhook as the audit log shows it: the host instead of the whole URL, whose path or query may hold a secret of the receiver. */
const recordOf = ({ url, events, is_active }: Pick<Webhook, 'url' | 'events' | 'is_active'>) => ({ host: hostOf(url), events: events.join(', '), is_active })
const subjectOf = ({ organisation_id }: SignedIn, id: string, url: string) => ({ kind: 'webhook', id, name: hostOf(url), organisation_id })

/**
 * Notifies the organisation's managers that sales are reported to another host from now on, in case one manager arranged this without the others' knowledge.
 */
const reportReceiver = (q: Query, { organisation_id, username }: SignedIn, now: Date, url: string) =>
  putNotice(q, now, { organisation_id, kind: 'webhook_added', data: { name: username, host: hostOf(url) } })

/** Returns the sender of webhooks. Throws if webhooks are not configured, or if none may be sent to this URL. */
function senderFor(webhooks: WebhookSender | null, url: string): WebhookSender {
  if (!webhooks?.maySend(url)) throw refuseField('url', 'not_a_hook')
  return webhooks
}

async function known(q: Query, actor: SignedIn, webhook_id: string): Promise<Webhook> {
  const webhook = await lockedWebhook(q, actor, webhook_id)
  if (!webhook) throw new Refusal('not_found')
  return webhook
}

export const webhooks: Pick<Handlers, Calls> = {
  webhooksList: async (_, { actor, db, webhooks: sender }) => ({
    content: await db.read(actor.tenant_id, (q) => webhooksOf(q, actor)),
    is_on: sender !== null,
  }),

  webhookAdd: async ({ url, events }, { actor, db, now, audit, webhooks: sender }) => {
    const { secretOf } = senderFor(sender, url)
    const id = newId()
    await db.write(actor.tenant_id, async (q) => {
      if ((await countLocked(q, actor)) >= WEBHOOKS_MAX) throw refuseField('url', 'too_big', WEBHOOKS_MAX)
      const after = { url, events: [...new Set(events)], is_active: true }
      await addWebhook(q, actor, { id, ...after, now: now() })
      await reportReceiver(q, actor, now(), url)
      await audit({ subject: subjectOf(actor, id, url), after: recordOf(after) }, q)
    })
    return { webhook_id: id, secret: secretOf(actor.tenant_id, id) }
  },

  webhookUpdate: async ({ webhook_id, ...input }, { actor, db, now, audit, webhooks: sender }) => {
    if (input.url) senderFor(sender, input.url)
    await db.write(actor.tenant_id, async (q) => {
      const before = await known(q, actor, webhook_id)
      const after: Webhook = {
        ...{ url: input.url ?? before.url, events: input.events ? [...new Set(input.events)] : before.events },
        ...{ is_active: input.is_active ?? before.is_active, stopped: '' },
      }
      await setWebhook(q, actor, webhook_id, { ...after, begins: after.is_active && !before.is_active, now: now() })
      if (after.url !== before.url) await reportReceiver(q, actor, now(), after.url)
      if (!after.is_active) await giveUpWaiting(q, actor.tenant_id, webhook_id)
      await audit({ subject: subjectOf(actor, webhook_id, after.url), before: recordOf(before), after: recordOf(after) }, q)
    })
    return {}
  },

  webhookRemove: async ({ webhook_id }, { actor, db, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const before = await known(q, actor, webhook_id)
      await removeWebhook(q, actor, webhook_id)
      await audit({ subject: subjectOf(actor, webhook_id, before.url), before: recordOf(before) }, q)
    })
    return {}
  },

  webhookTest: async ({ webhook_id }, { actor, db, now, audit, webhooks: sender }) => {
    const { tenant_id } = actor
    const { url } = await db.write(tenant_id, async (q) => {
      const webhook = await known(q, actor, webhook_id)
      senderFor(sender, webhook.url)
      if (!(await noteTest(q, actor, webhook_id, now(), TEST_PAUSE_MS))) throw new Refusal('too_many_requests')
      await audit({ subject: subjectOf(actor, webhook_id, webhook.url) }, q)
      return webhook
    })
    const body = JSON.stringify({ type: 'ping', timestamp: now().toISOString(), data: {} })
    return senderFor(sender, url).send({ tenant_id, webhook_id, url, id: `ping_${newId()}`, body }, now())
  },

  webhookDeliveries: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const { rows, total } = await deliveryPage(q, actor, asked)
      return listed(asked, rows, total)
    }),

  webhookRetry: async ({ delivery_id }, { actor, db, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const delivery = await lockedDelivery(q, actor, delivery_id)
      if (!delivery) throw new Refusal('not_found')
      if (delivery.state === 'waiting') throw new Refusal('request_over')
      await putBack(q, actor, delivery_id)
      const { webhook_id, message_id } = delivery
      await audit({ subject: { kind: 'webhook', id: webhook_id, name: message_id, organisation_id: actor.organisation_id } }, q)
    })
    return {}
  },
}
