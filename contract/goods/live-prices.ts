// Discounts on live goods, by the provider that delivers them; goods from stock are not affected.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field, instant, paging, percent } from '../kit/field.ts'
import type { LiveType } from '../kit/product-types.ts'
import { listOf } from '../kit/rows.ts'
import { atMost } from '../kit/rules.ts'

/** Providers of live goods. */
export const providers = ['dt_one', 'flixbus', 'direct_recharge', 'softapi', 'pj_telesoft'] as const

export type Provider = (typeof providers)[number]

/** The kind of goods of each provider. */
export const typeOfProvider: Readonly<Record<Provider, LiveType>> = {
  dt_one: 'international_top_up',
  flixbus: 'bus_ticket',
  direct_recharge: 'direct_recharge',
  softapi: 'dynamic',
  pj_telesoft: 'dynamic',
}

export const LiveDiscount = z.object({
  customer_id: z.string(),
  customer_name: z.string(),
  provider: z.enum(providers),
  /** The caller's own discount; null for the platform, which buys from the supplier. */
  discount_own: z.nullable(percent),
  discount: z.nullable(percent),
  changed_at: z.nullable(instant),
})

const liveEntries = field.json(
  z.array(z.object({ customer_id: field.id(), provider: z.enum(providers), discount: z.nullable(field.percent()) })).check(atMost(2_000, 'too_big')),
)
/** waiting: something would be sold below cost, so a second person decides; nothing has changed yet. */
const liveOutput = listOf(LiveDiscount, { state: z.enum(['done', 'waiting']) })

const liveWaiting = ({ state }: { state: 'done' | 'waiting' }) => (state === 'waiting' ? 'waiting' : undefined)

const liveInput = {
  ...paging(20),
  customer_id: z.optional(field.id()),
  filters: field.filters({ provider: z.optional(z.enum(providers)) }),
  search_text: field.search(),
  /** Discounts to save before the list is read. A discount above the caller's own is refused. */
  entries: z.optional(liveEntries),
}

export const liveDiscounts = call({
  path: '/api_discounts/',
  summary: 'What a reseller gives its customers on goods sold live, by provider; with `entries` it saves them',
  access: { roles: ['reseller'], flags: ['has_dynamic_products'] },
  input: z.object(liveInput),
  output: liveOutput,
  errors: ['not_found'],
  changes: { with: 'entries' },
  undone: liveWaiting,
})

export const liveDiscountsPlatform = call({
  path: '/view_update_super_admin_discounts/',
  summary: 'What the platform gives its resellers on goods sold live, by provider; with `entries` it saves them',
  access: { roles: ['superadmin'] },
  input: z.object(liveInput),
  output: liveOutput,
  errors: ['not_found'],
  changes: { with: 'entries' },
  undone: liveWaiting,
})
