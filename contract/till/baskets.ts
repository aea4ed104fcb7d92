// A basket at the till: several cards sold together, all of them or none (docs/domain.md, Baskets).
import * as z from 'zod/mini'
import { atTill } from '../kit/access.ts'
import { call } from '../kit/call.ts'
import { field } from '../kit/field.ts'
import { atLeast, atMost, holds } from '../kit/rules.ts'
import { NextSale, with_next } from './next-sale.ts'
import { keyField, payment, price_seen, QUANTITY_MAX, reasonField, Sale, saleRefusals } from './selling.ts'

/** One card of a basket, and its quantity. */
const BasketLine = z.object({ configuration_id: field.id(), quantity: field.int(1, QUANTITY_MAX, { max: 'quantity_max' }), price_seen })
type BasketLine = z.output<typeof BasketLine>

const lines = z.array(BasketLine).check(
  atLeast(1),
  atMost(QUANTITY_MAX, 'quantity_max'),
  holds((all: readonly BasketLine[]) => all.reduce((sum, { quantity }) => sum + quantity, 0) <= QUANTITY_MAX, 'quantity_max'),
)

export const sellBasket = call({
  path: '/add_basket_transaction/',
  summary: 'Sells several cards together, 1 to 30 PINs in all: all of them or none, once per transaction key (a call of our own)',
  access: atTill,
  input: z.object({ transaction_key: keyField, lines: field.json(lines), payment, with_next }),
  /** The sales in the order of the lines. A refusal names the refused cards: `configuration_id` the first of them, `lines` all of them. */
  output: z.object({ sales: z.array(Sale), next: z.optional(NextSale) }),
  errors: [...saleRefusals, 'reprint_refused'],
  makesKey: true,
  changes: 'booked',
  live: true,
  reveals: true,
})

export const reprintBasket = call({
  path: '/reprint_sales/',
  summary: 'The slips of several sales again, as those of a basket, each marked as copy, counted and logged (a call of our own)',
  access: atTill,
  input: z.object({ sale_ids: field.json(z.array(field.id()).check(atLeast(1), atMost(QUANTITY_MAX, 'too_big'))), reason: reasonField }),
  output: z.object({ sales: z.array(Sale) }),
  errors: ['not_found', 'reprint_refused'],
  changes: 'booked',
  reveals: true,
})
