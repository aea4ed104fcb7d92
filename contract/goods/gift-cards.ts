// Gift cards: stock that can also be added, changed and searched one by one.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, day, field, instant, money, numeral, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atLeast, atMost } from '../kit/rules.ts'

/** Managing gift cards requires the right to manage stock. (The flag has_gift_card is the right to sell gift cards at a till.) */
const rule = { roles: ['superadmin'], flags: ['has_inventory'] } as const
export const cardStates = ['unpublished', 'available', 'sold', 'reclaimed', 'blocked', 'expired'] as const

export const GiftCard = z.object({
  gift_card_id: z.string(),
  batch_no: numeral,
  product_name: z.string(),
  configuration_id: z.string(),
  value: money,
  serial: z.string(),
  last4: z.string(),
  state: z.enum(cardStates),
  expires_on: z.nullable(day),
  created_at: instant,
})

export const giftCardsList = call({
  path: '/view_gift_cards/',
  summary: 'Gift cards one by one, by batch and state; the code itself never',
  access: rule,
  input: z.object({
    ...paging(20),
    filters: field.filters({
      state: z.optional(z.enum(cardStates)),
      configuration_id: z.optional(field.id()),
      batch_no: z.optional(field.int(1, 2_000_000_000)),
    }),
    search_text: field.search(),
  }),
  output: listOf(GiftCard),
})

export const giftCardDetails = call({
  path: '/gift_card_details/',
  summary: 'One gift card with everything that happened to it',
  access: rule,
  input: z.object({ gift_card_id: field.text(40) }),
  output: z.object({
    ...GiftCard.shape,
    supplier_name: z.string(),
    trail: z.array(z.object({ at: instant, event: z.string(), who: contact, note: z.string() })),
  }),
  errors: ['not_found'],
})

export const giftCardBatchSearch = call({
  path: '/gift_card_batch_search/',
  summary: 'Batches of gift cards by number, lot or product',
  access: rule,
  input: z.object({ search_text: field.search(), batch_no: z.optional(field.int(1, 2_000_000_000)), limit: z._default(field.int(1, 50), 10) }),
  output: z.object({
    content: z.array(z.object({ batch_no: z.int(), lot: z.string(), product_name: z.string(), value: money, cards: z.int(), sold: z.int() })),
  }),
})

export const giftCardsAdd = call({
  path: '/add_gift_cards/',
  summary: 'Adds gift cards typed or scanned one by one, as one batch',
  access: rule,
  input: z.object({
    configuration_id: field.id(),
    supplier_id: field.id(),
    buying_discount: field.percent(),
    lot: z._default(z.string().check(z.trim(), atMost(60)), ''),
    cards: field.json(
      z
        .array(
          z.object({
            pin: field.text(64),
            serial: z._default(z.string().check(z.trim(), atMost(64)), ''),
            expires_on: z.optional(field.day()),
          }),
        )
        .check(atLeast(1), atMost(200, 'too_big')),
    ),
    publish: z._default(field.bool(), true),
  }),
  output: z.object({ batch_no: z.int() }),
  errors: ['not_found', 'pin_known', 'stock_refused', 'stock_stopped'],
  changes: true,
})

export const giftCardsUpdate = call({
  path: '/update_gift_cards/',
  summary: 'Corrects the serial of an unsold card, blocks it, or lets it be sold again',
  access: rule,
  input: z.object({
    gift_card_id: field.text(40),
    serial: z.optional(z.string().check(z.trim(), atMost(64))),
    action: z.optional(field.oneOf(['block', 'unblock'])),
    reason: z.optional(field.text(200)),
  }),
  output: z.object({}),
  errors: ['not_found', 'batch_state'],
  changes: true,
})
