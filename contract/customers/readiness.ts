// Whether a shop can sell, and if not, why. One module of the server decides this (server/modules/customers/readiness/readiness.ts).
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field, instant, money, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'

/**
 * Why a shop cannot sell a card, in the order in which the reasons must be removed. All except `no_user` are refusal codes of a sale.
 */
export const hindrances = [
  ...(['customer_stopped', 'no_user', 'device_not_assigned', 'terminal_inactive'] as const),
  ...(['not_on_offer', 'out_of_stock', 'credit_limit_reached', 'reseller_limit', 'below_cost_limit', 'shop_closed'] as const),
] as const
export type Hindrance = (typeof hindrances)[number]

export const Readiness = z.object({
  /** Why the shop cannot sell a card; null if it can sell one now. */
  hindrance: z.nullable(z.enum(hindrances)),
  /** The number of configurations (denominations) of stock on offer to the shop, and of those that are in stock. */
  on_offer: z.int(),
  in_stock: z.int(),
  /** Whether live goods are on offer to the shop, whatever its stock. */
  sells_live: z.boolean(),
})

export const shopsReady = call({
  path: '/shops_ready/',
  summary: 'Shops below the caller that sold nothing lately, longest ago first, and whether each could sell a card now; or one of them (a call of our own)',
  access: { roles: ['superadmin'], flags: ['has_customers', 'has_customers_read'] },
  input: z.object({
    ...paging(20, 100),
    /** Lists only shops without a sale for this many days, 7 by default; 0: all shops. */
    filters: field.filters({ quiet_days: z.optional(field.int(0, 365)) }),
    customer_id: z.optional(field.id()),
    search_text: field.search(),
  }),
  output: listOf(
    z.object({
      customer_id: z.string(),
      name: z.string(),
      parent_name: z.string(),
      city: z.string(),
      ...Readiness.shape,
      available: money,
      last_sale_at: z.nullable(instant),
      /** Whether the caller may top the shop up, as its parent or the platform. */
      may_credit: z.boolean(),
    }),
  ),
})
