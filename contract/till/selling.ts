// The till: what is on offer, the sale, its slip and the reprint.

import * as z from 'zod/mini'
import { atTill } from '../kit/access.ts'
import { call } from '../kit/call.ts'
import { contact, day, field, instant, money, percent } from '../kit/field.ts'
import { languages } from '../kit/languages.ts'
import { productTypes, stockTypes } from '../kit/product-types.ts'
import { atLeast, atMost } from '../kit/rules.ts'
import { NextSale, with_next } from './next-sale.ts'

/** The most cards of a sale at the till; larger quantities are sold by the bulk call (docs/domain.md, Quantities). */
export const QUANTITY_MAX = 30
/** The most cards of a bulk sale. The bulk call takes 31 to 500 cards, or any number from 1 if the shop has pin_download switched on. */
export const BULK_MAX = 500

/** One tile of the till: a configuration as this seller may buy it. */
export const Offer = z.object({
  configuration_id: z.string(),
  product_id: z.string(),
  product_name: z.string(),
  product_type: z.enum(stockTypes),
  product_image: z.nullable(z.string()),
  value: money,
  info: z.string(),
  ean: z.string(),
  /** Further barcodes that the reseller assigned to the denomination; left out if there are none, like aliases. */
  eans: z.optional(z.array(z.string())),
  /** Other words for the product, as its owner wrote them: "psc lyca". */
  aliases: z.optional(z.string()),
  /** Published, unsold, unexpired PINs if they are few (at most as many as a till sells at once). Null: enough; the exact number is the reseller's secret. */
  left: z.nullable(z.int()),
  /**
   * True if stock is sold out and the supplier makes the card at the moment of sale, one at a time; then `left` is 1, and `price` is what the seller pays for
   * the supplier's card. Otherwise left out.
   */
  on_demand: z.optional(z.boolean()),
  /** The position among the favourites (1, 2, 3 …), which is also the number to type; null if the goods are no favourite. */
  favorite: z.nullable(z.int()),
  /** The price that the seller pays; null if the seller may not see prices (mask_seller_discount). */
  price: z.nullable(money),
  discount: z.nullable(percent),
})
export type Offer = z.output<typeof Offer>

export const Pin = z.object({
  pin_id: z.string(),
  pin: z.string(),
  serial: z.string(),
  batch: z.string(),
  expires_on: z.nullable(day),
})

export type Pin = z.output<typeof Pin>

/** All fields of a slip (docs/domain.md, Slips). The server fills them once, from the facts at the time of the sale. */
export const Sale = z.object({
  sale_id: z.string(),
  /** The number of a sale that practice simulated, such as T-000123, which is worth nothing; null for a real sale. */
  training_no: z.nullable(z.string()),
  created_at: instant,
  product_name: z.string(),
  product_type: z.enum(productTypes),
  configuration_id: z.string(),
  value: money,
  info: z.string(),
  quantity: z.int(),
  /** The price that the seller pays per unit; null if prices are hidden from the seller. */
  price_unit: z.nullable(money),
  amount_total: z.nullable(money),
  face_total: money,
  balance_before: z.nullable(money),
  balance_after: z.nullable(money),
  seller: z.object({ name: z.string(), address: contact, city: z.string() }),
  organisation_name: z.string(),
  username: z.string(),
  instructions: z.string(),
  customer_care: z.string(),
  pins: z.array(Pin),
  /** How often the PINs were shown before: 0 in the sale's own answer; every later showing of any kind adds one. */
  copy: z.int(),
})
export type Sale = z.output<typeof Sale>

export const keyField = field.text(100)
/** The reason for showing the PINs again. */
export const reasonField = z.optional(z.string().check(z.trim(), atMost(200)))
/** The unit price that the shop saw: its own, or the value if its own is hidden. If it is outdated, the sale is refused with the current price. */
export const price_seen = z.optional(field.money(0))
/** The ways in which the customer paid the shop; Z-reports list them. If a request names no way, the payment is not recorded. */
export const paymentKinds = ['cash', 'card', 'other'] as const
export type PaymentKind = (typeof paymentKinds)[number]
export const payment = z.optional(field.oneOf(paymentKinds))
export const saleRefusals = [
  'key_invalid',
  'key_reused',
  'key_void',
  'in_progress',
  'not_on_offer',
  'price_changed',
  'out_of_stock',
  'taken_a_moment_ago',
  'credit_limit_reached',
  'reseller_limit',
  'below_cost_limit',
  'customer_stopped',
  'shop_closed',
  'device_not_assigned',
  'terminal_inactive',
  'busy',
] as const

export const transactionKey = call({
  path: '/get_transaction_session_key/',
  method: 'GET',
  summary: 'A key for one transaction of this user. Store it before sending, repeat it on retry',
  access: 'all',
  input: z.object({}),
  output: z.object({ transaction_key: z.string() }),
  machine: 'start',
})

const offersInput = z.object({
  product_type: z.optional(field.oneOf(stockTypes)),
  /** Lists only favourites, in their order. */
  favorite: z._default(field.bool(), false),
})

export const sellerProducts = call({
  path: '/view_seller_products/',
  summary: 'What the signed-in seller may sell, with price and stock',
  access: atTill,
  input: offersInput,
  output: z.object({ content: z.array(Offer) }),
})

export const sellerProductsV2 = call({
  path: '/view_seller_products_v2/',
  summary: 'What the signed-in seller may sell, favourites first',
  access: atTill,
  input: offersInput,
  output: z.object({ content: z.array(Offer) }),
  machine: 'codes',
})

export const favouritesSet = call({
  path: '/update_favourites/',
  summary: 'The user’s favourites in their order; the first is number 1 (a call of our own)',
  access: atTill,
  input: z.object({ configuration_ids: field.json(z.array(field.id()).check(atMost(99, 'too_big'))) }),
  output: z.object({}),
  changes: true,
})

export const bestSellers = call({
  path: '/best_sellers/',
  summary: 'What the shop sold most of in the last 30 days, most first: proposals for favourites (a call of our own)',
  access: atTill,
  input: z.object({}),
  output: z.object({ configuration_ids: z.array(z.string()) }),
})

export const slipTexts = call({
  path: '/slip_texts/',
  summary: 'How goods are redeemed, for a slip in its customer’s language; those without a text in it are left out (a call of our own)',
  access: atTill,
  input: z.object({
    configuration_ids: field.json(z.array(field.id()).check(atLeast(1), atMost(QUANTITY_MAX, 'too_big'))),
    language: field.oneOf(languages),
  }),
  output: z.object({ content: z.array(z.object({ configuration_id: z.string(), instructions: z.string() })) }),
})

export const sell = call({
  path: '/add_transaction_v3/',
  summary: 'Sells 1 to 30 PINs of one configuration, once per transaction key; the same key shows the same sale again, by the reprint policy',
  access: atTill,
  input: z.object({
    transaction_key: keyField,
    configuration_id: field.id(),
    quantity: field.int(1, QUANTITY_MAX, { max: 'quantity_max' }),
    price_seen,
    payment,
    with_next,
  }),
  output: z.object({ ...Sale.shape, next: z.optional(NextSale) }),
  errors: [...saleRefusals, 'reprint_refused'],
  makesKey: true,
  changes: 'booked',
  live: true,
  reveals: true,
  machine: 'codes',
})

export const sellBulk = call({
  path: '/add_bulk_transaction_v3/',
  summary: 'Sells 31 to 500 PINs, or any quantity with pin_download on; the PINs come as a download that works once',
  access: atTill,
  input: z.object({ transaction_key: keyField, configuration_id: field.id(), quantity: field.int(1, BULK_MAX), price_seen, payment }),
  output: z.object({ ...Sale.shape, download_id: z.string() }),
  errors: saleRefusals,
  makesKey: true,
  changes: 'booked',
  live: true,
  machine: 'codes',
})

export const saleDownload = call({
  path: '/download_sale/',
  summary: 'The PINs of a bulk sale as CSV, once and by the reprint policy (a call of our own)',
  access: atTill,
  input: z.object({ download_id: field.id(), reason: reasonField }),
  output: z.object({ filename: z.string(), csv: z.string() }),
  errors: ['not_found', 'download_used', 'reprint_refused'],
  changes: 'booked',
  reveals: true,
  machine: 'codes',
})

export const saleSettle = call({
  path: '/settle_transaction/',
  summary: 'What became of a key whose answer was lost: the sale, or certainty that nothing was and will be sold (a call of our own)',
  access: { ...atTill, flags: [...atTill.flags, 'has_dt_one', 'has_direct_recharge'] },
  input: z.object({ transaction_key: keyField }),
  /** The outcome of the sale. The PINs are left out if the reprint policy requires a reason or a manager to show them. */
  output: z.object({
    outcome: z.enum(['sold', 'not_sold']),
    sale: z.nullable(Sale),
    /** The further sales of a basket. */
    more: z.array(Sale),
  }),
  errors: ['key_invalid', 'key_reused', 'in_progress', 'busy'],
  changes: 'booked',
  reveals: true,
  machine: 'codes',
})

export const reprint = call({
  path: '/reprint_sale/',
  summary: 'The slip again, marked as copy, counted and logged (a call of our own)',
  access: atTill,
  /** The sale to show again; without `sale_id` the user's last sale. */
  input: z.object({ sale_id: z.optional(field.id()), reason: reasonField }),
  output: Sale,
  errors: ['not_found', 'reprint_refused'],
  changes: 'booked',
  reveals: true,
})
