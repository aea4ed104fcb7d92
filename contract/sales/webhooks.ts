// Webhooks: the portal tells an organisation's own systems what happened, by signed requests in the form of Standard Webhooks.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, instant, money, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atLeast, atMost, holds } from '../kit/rules.ts'

/** The most webhooks of one organisation. */
export const WEBHOOKS_MAX = 5
const URL_MAX = 500

/** The events that can be sent to a webhook. A further event, `ping`, comes only from the test button. */
export const webhookEvents = ['sale.completed', 'sale.returned', 'balance.low', 'price.changed'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
/**
 * Why the portal stopped a webhook. gone: its server answered 410. failing: nothing arrived for three days. behind: too many deliveries waited. Blank: it
 * works, or a person switched it off.
 */
export const webhookStops = ['', 'gone', 'failing', 'behind'] as const

const Line = z.object({
  /** The id of the sale, or of the return. */
  line_id: z.string(),
  sale_id: z.string(),
  seller_id: z.string(),
  seller_name: z.string(),
  configuration_id: z.string(),
  product_name: z.string(),
  quantity: z.int(),
  value: money,
  /** What the direct customer of the webhook's organisation paid; for a shop the retail price. Negative for a return. */
  sold_total: money,
  /** When the sale or the return was made. */
  created_at: instant,
})

/** The content of `data` in the body of each event. None of them has PINs or serial numbers. */
export const webhookData = {
  'sale.completed': Line,
  'sale.returned': Line,
  'balance.low': z.object({
    /** The organisation whose balance is low: the receiver, or one of its direct customers. */
    customer_id: z.string(),
    customer_name: z.string(),
    available: money,
    /**
     * The level to which the available amount fell: 25, 10 or 0 percent of the amount that was available when credit or a correction was last booked, or the
     * credit limit was last changed.
     */
    level: z.int(),
  }),
  'price.changed': z.object({
    /**
     * The cards whose purchase price changed, which are newly on offer, or which are no longer on offer. A price is null if the card is not on offer, or if
     * the shop may not see prices.
     */
    prices: z.array(
      z.object({
        configuration_id: z.string(),
        product_name: z.string(),
        value: money,
        is_offered: z.boolean(),
        price_before: z.nullable(money),
        price: z.nullable(money),
      }),
    ),
  }),
} as const satisfies Record<WebhookEvent, z.ZodMiniObject>

/** Access to webhooks: only for managers of resellers and shops, who also make the API keys. */
const own = { only: ['reseller', 'seller'], roles: ['reseller', 'seller'], managers: true } as const

/**
 * Whether a text is a URL that a webhook can have: without user name, password or fragment, and if it is HTTPS, on the usual port. A URL with HTTP passes this
 * check, but the server refuses such a URL, except in tests if it names this machine. The server also refuses hosts that are not public.
 */
function isHook(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hash, port } = new URL(text)
  return /^https?:$/.test(protocol) && !username && !password && !hash && (protocol === 'http:' || port === '')
}

const url = z.string().check(
  z.trim(),
  atMost(URL_MAX),
  holds((text) => isHook(text), 'not_a_hook'),
)
const events = field.json(z.array(z.enum(webhookEvents)).check(atLeast(1), atMost(webhookEvents.length, 'too_big')))

export const webhooksList = call({
  path: '/view_webhooks/',
  summary: 'The caller’s webhooks, with what waits and what failed (a call of our own)',
  access: own,
  input: z.object({}),
  output: z.object({
    content: z.array(
      z.object({
        webhook_id: z.string(),
        url: contact,
        events: z.array(z.enum(webhookEvents)),
        is_active: z.boolean(),
        stopped: z.enum(webhookStops),
        waiting: z.int(),
        failed: z.int(),
        last_delivered_at: z.nullable(instant),
        /** The time since which every delivery has failed; null while deliveries arrive. */
        failing_since: z.nullable(instant),
        created_at: instant,
      }),
    ),
    /** Whether this portal sends webhooks at all, which its operator decides. */
    is_on: z.boolean(),
  }),
})

export const webhookAdd = call({
  path: '/add_webhook/',
  summary: 'A new webhook and the secret its requests are signed with, shown this once (a call of our own)',
  access: own,
  input: z.object({ url, events }),
  output: z.object({ webhook_id: z.string(), secret: z.string() }),
  changes: true,
  afterPassword: true,
})

export const webhookUpdate = call({
  path: '/update_webhook/',
  summary: 'Changes address, events, or whether the webhook is on; what is not named stays (a call of our own)',
  access: own,
  input: z.object({ webhook_id: field.id(), url: z.optional(url), events: z.optional(events), is_active: z.optional(field.bool()) }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
  afterPassword: true,
})

export const webhookRemove = call({
  path: '/remove_webhook/',
  summary: 'Ends a webhook for good; what still waits is not sent (a call of our own)',
  access: own,
  input: z.object({ webhook_id: field.id() }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})

export const webhookTest = call({
  path: '/test_webhook/',
  summary: 'Sends a ping now and says what came back (a call of our own)',
  access: own,
  input: z.object({ webhook_id: field.id() }),
  output: z.object({
    /** The HTTP status of the answer; null if there was no answer. */
    status: z.nullable(z.int()),
    /** Why there was no answer, as a code; blank if there was one. */
    error: z.string(),
    duration_ms: z.int(),
  }),
  errors: ['not_found', 'too_many_requests'],
  changes: true,
  asksSupplier: true,
})

export const webhookDeliveries = call({
  path: '/view_webhook_deliveries/',
  summary: 'What was sent or waits, newest first, for thirty days (a call of our own)',
  access: own,
  input: z.object({
    ...paging(20),
    filters: field.filters({
      webhook_id: z.optional(field.id()),
      state: z.optional(z.enum(deliveryStates)),
      event: z.optional(z.enum(webhookEvents)),
    }),
  }),
  output: listOf(
    z.object({
      delivery_id: z.string(),
      webhook_id: z.string(),
      url: contact,
      event: z.enum(webhookEvents),
      /** The `webhook-id` of the request: the same at every repetition. */
      message_id: z.string(),
      body: z.string(),
      state: z.enum(deliveryStates),
      attempts: z.int(),
      status: z.nullable(z.int()),
      error: z.string(),
      created_at: instant,
      delivered_at: z.nullable(instant),
    }),
  ),
})

export const webhookRetry = call({
  path: '/retry_webhook_delivery/',
  summary: 'Puts a delivery in line again, under the same id (a call of our own)',
  access: own,
  input: z.object({ delivery_id: field.id() }),
  output: z.object({}),
  errors: ['not_found', 'request_over'],
  changes: true,
})
