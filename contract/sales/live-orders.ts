// Orders at suppliers that deliver at the moment of sale: the log of exchanges with them, unknown outcomes, and how a user ends an order.
import * as z from 'zod/mini'
import { acrossFilter, tenantOfRow } from '../kit/across-tenants.ts'
import { call } from '../kit/call.ts'
import { contact, field, instant, money, paging } from '../kit/field.ts'
import { liveFailures, transactionOutcomes } from '../kit/live.ts'
import { productTypes } from '../kit/product-types.ts'
import { listOf } from '../kit/rows.ts'

const access = { only: ['superadmin'], roles: ['superadmin'], flags: ['has_reports'] } as const
/** Only users with the right to credit may end an order, because ending it refunds or takes money. */
const ending = { only: ['superadmin'], roles: ['superadmin'], flags: ['has_credit'] } as const

export const orderStates = ['created', 'sent', 'held', 'unknown', 'manual', 'delivered', 'refused', 'reversed'] as const
export const exchangeOutcomes = ['answer', 'not_sent', 'no_answer'] as const

export const exchangesList = call({
  path: '/view_dynamic_product_logs/',
  summary:
    'Every request to a supplier of live products and what came of it, masked, newest first; above them how each supplier answered in the time asked for',
  access,
  input: z.object({
    ...paging(20),
    filters: field.filters({
      connection_id: z.optional(field.id()),
      /** An order's transaction key, which its supplier got as the reference. */
      key: z.optional(field.id()),
      outcome: z.optional(field.oneOf(exchangeOutcomes)),
      from_date: z.optional(field.day()),
      to_date: z.optional(field.day()),
    }),
    search_text: field.search(),
  }),
  output: listOf(
    z.object({
      exchange_id: z.string(),
      at: instant,
      company: z.string(),
      call: z.string(),
      key: z.nullable(z.string()),
      method: z.string(),
      path: z.string(),
      outcome: z.enum(exchangeOutcomes),
      /** The HTTP status of the answer, or the reason why there was none. */
      result: z.string(),
      attempt: z.int(),
      duration_ms: z.int(),
      asked: z.string(),
      answer: z.string(),
    }),
    {
      /** For each connection the hours of the last day, each with the number of requests, of answered requests, and the 95th percentile of their duration. */
      strips: z.array(
        z.object({
          connection_id: z.string(),
          company: z.string(),
          asked: z.int(),
          answered: z.int(),
          slow_ms: z.int(),
          hours: z.array(z.object({ at: instant, asked: z.int(), answered: z.int(), slow_ms: z.int() })),
        }),
      ),
    },
  ),
})

const LiveOrder = z.object({
  key: z.string(),
  state: z.enum(orderStates),
  connection_id: z.string(),
  company: z.string(),
  customer_name: z.string(),
  product_name: z.string(),
  /** The last digits of the telephone number that the order was sent to. */
  recipient_end: z.string(),
  amount: money,
  cost: money,
  supplier_reference: z.string(),
  /** The supplier's last message. */
  said: z.string(),
  asked: z.int(),
  created_at: instant,
  next_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  /** The user name of the user to whom the order was assigned; blank if nobody. */
  in_hands_of: contact,
  handed_note: z.string(),
})

export const liveOrdersList = call({
  path: '/live_orders/',
  summary: 'Orders at suppliers of live products, newest first: how each stands, and when it is asked for again (a call of our own)',
  access,
  input: z.object({
    ...paging(20),
    filters: field.filters({
      key: z.optional(field.id()),
      connection_id: z.optional(field.id()),
      state: z.optional(field.oneOf(orderStates)),
      is_open: z.optional(field.bool()),
      ...acrossFilter,
    }),
    search_text: field.search(),
  }),
  acrossTenants: '-created_at',
  output: listOf(z.extend(LiveOrder, tenantOfRow), {
    /** People to whom an order can be assigned: those of the platform, by name. */ people: z.array(z.object({ username: contact, full_name: contact })),
  }),
})

export const liveOrderAsk = call({
  path: '/ask_live_order/',
  summary: 'Asks the supplier now how an order stands, and ends it by what is answered (a call of our own)',
  access,
  asksSupplier: true,
  input: z.object({ key: field.id() }),
  output: z.object({ state: z.enum(orderStates), said: z.string() }),
  errors: ['not_found'],
  changes: true,
})

export const liveOrderHand = call({
  path: '/hand_over_live_order/',
  summary: 'Hands an order that is not ended to a person of the platform, who is told; it is asked for as before (a call of our own)',
  access,
  input: z.object({ key: field.id(), username: field.text(100), note: field.text(200) }),
  output: z.object({}),
  errors: ['not_found', 'request_over'],
  changes: true,
})

export const liveOrderEnd = call({
  path: '/end_live_order/',
  summary: 'A person ends an order that its supplier cannot be asked for: what was delivered is paid, what was not is given back (a call of our own)',
  access: ending,
  input: z.object({
    key: field.id(),
    outcome: field.oneOf(['delivered', 'not_delivered']),
    /** The proof of the outcome: the supplier’s own reference of the order, or of the message in which the supplier told the outcome. */
    proof: field.text(200),
    reason: field.text(200),
  }),
  output: z.object({}),
  errors: ['not_found', 'request_over', 'in_progress'],
  changes: true,
})

const LiveSale = z.object({
  key: z.string(),
  state: z.enum(transactionOutcomes),
  failure: z.nullable(z.enum(liveFailures)),
  created_at: instant,
  ended_at: z.nullable(instant),
  seller_id: z.string(),
  seller_name: z.string(),
  product_name: z.string(),
  product_type: z.enum(productTypes),
  /** The last digits of the telephone number that the order was sent to. */
  recipient_end: z.string(),
  value: money,
  /**
   * The caller's selling price, buying price and margin; for a failed sale, what they would have been. Buying price and margin are null if discounts are
   * hidden from the caller.
   */
  sold_total: money,
  bought_total: z.nullable(money),
  margin_total: z.nullable(money),
  /** The supplier’s own reference for the order. */
  supplier_reference: z.string(),
  /** The supplier's message, without telephone numbers; blank if it concerns only the supplier and the owner of the goods. */
  said: z.string(),
  /** The supplier's name; null for everybody except the owner of the goods. */
  company: z.nullable(z.string()),
  sale_id: z.nullable(z.string()),
})

export const liveSalesCheck = call({
  path: '/check_transactions/',
  summary:
    'How sales over suppliers of the shops below stand, newest first, and what the supplier said; found by transaction number, whole mobile number or the supplier’s number (a call of our own)',
  access: { only: ['superadmin', 'reseller'], roles: ['superadmin', 'reseller'], flags: ['has_transaction'] },
  input: z.object({
    ...paging(20),
    filters: field.filters({
      key: z.optional(field.id()),
      state: z.optional(field.oneOf(transactionOutcomes)),
      product_type: z.optional(z.enum(productTypes)),
      date_from: z.optional(field.day()),
      date_to: z.optional(field.day()),
    }),
    /** The whole telephone number that is searched for; a part of a number finds nothing. */
    search_text: field.search(),
  }),
  output: listOf(LiveSale),
})
