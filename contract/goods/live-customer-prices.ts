// Customers' prices for live goods: each product with discount, price and margin, and the reason if there is no discount.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field, money, paging, percent } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { providers } from './live-prices.ts'

/**
 * Why the customer has this discount, or none. given: the customer has a discount for the product’s provider. not_given: the customer has none. none_own: the
 * customer has none, because the caller has none to give. off: the caller does not resell the product. not_on_sale: the platform does not sell the product.
 */
export const liveReasons = ['given', 'not_given', 'none_own', 'off', 'not_on_sale'] as const

const LiveCustomerPrice = z.object({
  customer_id: z.string(),
  customer_name: z.string(),
  live_product_id: z.string(),
  provider: z.enum(providers),
  operator_name: z.string(),
  name: z.string(),
  /** The retail price; for a range of amounts, the price of the smallest amount. */
  value: money,
  discount: percent,
  /** The price that the customer pays; null for goods that are not sold to the customer. */
  price: z.nullable(money),
  /** The cost of one piece for the caller's organisation. */
  cost: z.nullable(money),
  /** Price minus cost; null if either is unknown. */
  margin: z.nullable(money),
  reason: z.enum(liveReasons),
})

export const liveCustomerPrices = call({
  path: '/view_dynamic_prices/',
  summary:
    'Goods sold live with what each active direct customer pays for them, the margin, and why there is a discount or none; without customer_id of all of them (a call of our own)',
  access: { only: ['superadmin', 'reseller'], roles: ['superadmin', 'reseller'], flags: ['has_dynamic_products'] },
  input: z.object({
    ...paging(50),
    customer_id: z.optional(field.id()),
    filters: field.filters({ provider: z.optional(z.enum(providers)), reason: z.optional(z.enum(liveReasons)) }),
    search_text: field.search(),
    sort: z._default(field.oneOf(['operator_name', '-operator_name', 'customer_name', '-customer_name']), 'operator_name'),
  }),
  output: listOf(LiveCustomerPrice),
  errors: ['not_found'],
})
