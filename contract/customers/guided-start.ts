// The steps from a new account to the first card sold, ticked off from the data.
import * as z from 'zod/mini'
import { flags, MANAGER, roles } from '../kit/access.ts'
import { call } from '../kit/call.ts'
import { hindrances } from './readiness.ts'

/** Steps of a reseller, in order. A reseller need not create goods that it resells from its own parent. */
export const resellerSteps = ['supplier', 'product', 'stock', 'plan', 'shop', 'shop_plan', 'credit', 'people', 'sale'] as const
/** Steps of a shop, including those that its reseller must take. */
export const shopSteps = ['device', 'offer', 'in_stock', 'money', 'first_sale'] as const
export const startSteps = [...resellerSteps, ...shopSteps] as const
export type StartStep = (typeof startSteps)[number]

export const guidedStart = call({
  path: '/guided_start/',
  summary:
    'The steps to the first card sold, with those that are done; none for whoever has sold, for whoever may take none of them, and for the platform (a call of our own)',
  access: 'all',
  input: z.object({}),
  output: z.object({
    /** All steps, including those that the caller's reseller takes for the caller. `missing`: the rights without which the caller cannot take the step. */
    steps: z.array(z.object({ step: z.enum(startSteps), is_done: z.boolean(), missing: z.array(z.enum([...flags, ...roles, MANAGER])) })),
    /** Why the shop nearest to its first sale cannot sell yet; null if a shop can sell, or if there is no shop. */
    hindrance: z.nullable(z.enum(hindrances)),
    /** For a reseller, the id of its shop that is nearest to its first sale, if it has a shop; otherwise null. */
    customer_id: z.nullable(z.string()),
  }),
})
