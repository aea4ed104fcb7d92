// The figures of the start page.
import * as z from 'zod/mini'
import { agreement } from '../kit/agreement.ts'
import { call } from '../kit/call.ts'
import { field, instant, money, moneySum } from '../kit/field.ts'

const daySales = z.object({ count: z.int(), quantity: z.int(), face_total: moneySum, sold_total: moneySum, margin_total: z.nullable(moneySum) })
/** The parts of the start page. Each widget requests its own part, so that it can wait and fail without the others. */
export const dashboardParts = ['sales', 'wallet', 'stock', 'customers'] as const

const hour = z.object({ hour: z.int(), today: z.int(), yesterday: z.int() })

export const dashboard = call({
  path: '/dashboard/',
  summary: 'Today against yesterday until the same minute, balance, stock running low, what waits to be done (a call of our own)',
  access: 'all',
  /** The part to read; all other parts are then null in the answer. Without it the answer has all parts. */
  input: z.object({ part: z.optional(field.oneOf(dashboardParts)) }),
  output: z.object({
    as_of: instant,
    /** Null for users who may not see sales. */
    sales: z.nullable(
      z.object({
        /** Today's sales with the caller's own selling and buying amounts, as in the list of sales. */
        today: daySales,
        yesterday: daySales,
        hours: z.array(hour),
        agrees: agreement,
      }),
    ),
    /** Null for the platform, which has no parent. */
    wallet: z.nullable(
      z.object({
        balance: money,
        credit_limit: money,
        available: money,
        sales_left: z.nullable(z.int()),
        /** The balance at which the caller's wallet is topped up automatically; null without such a rule. */
        trigger: z.nullable(money),
        /** The predicted time when the balance runs out; null when it cannot be predicted. */
        lasts_until: z.nullable(instant),
      }),
    ),
    /** The configurations with the fewest days of stock left, lowest first; null without the right to see stock. */
    stock: z.nullable(
      z.array(
        z.object({
          configuration_id: z.string(),
          product_name: z.string(),
          /** The name of a pool, which has no value; null for a denomination. */
          pool_name: z.nullable(z.string()),
          value: money,
          unsold: z.int(),
          sold_14_days: z.int(),
          days_left: z.nullable(z.number()),
        }),
      ),
    ),
    /** How many goods the stock list shows as running out soon; null without the right to see it. */
    stock_low: z.nullable(z.int()),
    /** The goods with the most unpublished stock; null if there are none, or without the right to see stock. */
    to_publish: z.nullable(
      z.object({ configuration_id: z.string(), product_name: z.string(), pool_name: z.nullable(z.string()), value: money, waiting: z.int() }),
    ),
    customers_low: z.nullable(z.array(z.object({ customer_id: z.string(), name: z.string(), available: money }))),
  }),
})
