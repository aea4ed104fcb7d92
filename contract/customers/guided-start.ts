// The way from an empty account to the first card sold, ticked from what is there.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { hindrances } from './readiness.ts'

/** Of a reseller, in order; goods that it sells on from its own parent it need not make. */
export const resellerSteps = ['supplier', 'product', 'stock', 'plan', 'shop', 'people', 'credit', 'sale'] as const
/** Of a shop; what its reseller has to do for it stands among them. */
export const shopSteps = ['device', 'offer', 'in_stock', 'money', 'first_sale'] as const
export const startSteps = [...resellerSteps, ...shopSteps] as const
export type StartStep = (typeof startSteps)[number]

export const guidedStart = call({
  path: '/guided_start/',
  summary: 'The steps to the first card sold, with those that are done; none for whoever has sold, and for the platform (a call of our own)',
  access: 'all',
  input: z.object({}),
  output: z.object({
    /** Only those that the caller may take, or that its reseller takes for it. */
    steps: z.array(z.object({ step: z.enum(startSteps), is_done: z.boolean() })),
    /** Why the shop that is nearest to it cannot sell yet; null where one can, or there is none. */
    hindrance: z.nullable(z.enum(hindrances)),
    /** That shop, for a reseller. */
    customer_id: z.nullable(z.string()),
  }),
})
