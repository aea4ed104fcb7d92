// Calls that explain prices: the effect of a change of prices before it is saved, and which entry of a plan or customer decides a price.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field, money, moneySum, percent } from '../kit/field.ts'
import { atMost } from '../kit/rules.ts'
import { entries, padActions, sources } from './prices.ts'

/** The effect of a change before it is saved: how many prices change, and the margin that recent sales would have made. */
export const PriceEffect = z.object({
  customers: z.int(),
  shops: z.int(),
  products: z.int(),
  /** Margin on the last 30 days' sales: at the current prices, and at the new ones. */
  margin_before: moneySum,
  margin_after: moneySum,
  /** Configurations whose price would be below their cost. */
  below_cost: z.array(z.object({ product_name: z.string(), value: money, price: money, cost: money })),
  /** The effect counted in pairs of a configuration and a customer: how many are no longer on offer, newly on offer, at another price, or unchanged. */
  lost: z.int(),
  gained: z.int(),
  repriced: z.int(),
  unchanged: z.int(),
})

export const priceEffect = call({
  path: '/preview_prices/',
  summary: 'What saving these entries would do, without saving them (a call of our own)',
  access: { roles: ['superadmin'], flags: ['has_discount_slab', 'has_assign_product'] },
  input: z.object({
    /** The plan whose entries change. With the action 'plan': the plan that the customers in `customer_ids` would get. */
    discount_plan_id: z.optional(field.id()),
    customer_ids: z._default(field.json(z.array(field.id()).check(atMost(1_000, 'too_big'))), []),
    action: z._default(field.oneOf(padActions), 'update'),
    entries: z._default(entries, []),
  }),
  output: PriceEffect,
  errors: ['not_found'],
})

export const priceWhy = call({
  path: '/explain_price/',
  summary: 'Why a customer pays this price: every rung of the ladder, the one that holds, and the sum; of oneself only that one (a call of our own)',
  access: { roles: ['superadmin', 'reseller', 'seller'], flags: ['has_assign_product', 'has_discount_slab', 'has_customers', 'has_customers_read'] },
  input: z.object({ customer_id: field.id(), configuration_id: field.id() }),
  output: z.object({
    customer_name: z.string(),
    product_name: z.string(),
    value: money,
    price: z.nullable(money),
    discount: z.nullable(percent),
    rungs: z.array(z.object({ source: z.enum(sources), name: z.string(), discount: z.nullable(percent), is_enabled: z.boolean(), holds: z.boolean() })),
    /** The price at every hop from the seller up to the owner of the goods, as far as the caller may see it. */
    hops: z.array(z.object({ organisation_name: z.string(), price: money, discount: percent })),
  }),
  errors: ['not_found'],
})
