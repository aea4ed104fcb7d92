// Supply: whether goods that suppliers deliver at the moment of sale are available at a shop now, and if not, why.
import * as z from 'zod/mini'
import { type Provider, providers, typeOfProvider } from '../goods/live-prices.ts'
import { call } from '../kit/call.ts'
import { field, instant } from '../kit/field.ts'
import { type LiveType, liveTypes } from '../kit/product-types.ts'

export const providersOf = (type: LiveType): Provider[] => providers.filter((provider) => typeOfProvider[provider] === type)

/**
 * The supply of one kind of goods. on_offer: something can be sold. not_read: a supplier's list of products was never read, and the server is trying to read
 * it. away: no supplier of the kind answers. not_released: no supplier of the kind is connected, or nothing of the kind is on offer to this shop.
 */
export const supplyStates = ['on_offer', 'not_read', 'away', 'not_released'] as const
export type SupplyState = (typeof supplyStates)[number]

export const supply = call({
  path: '/live_supply/',
  method: 'GET',
  summary: 'Why a shop finds nothing of a kind of goods that suppliers deliver at the moment of sale, and since when (a call of our own)',
  access: {
    only: ['seller', 'web_support'],
    roles: ['seller', 'web_support'],
    flags: ['has_dt_one', 'has_direct_recharge', 'has_dynamic_products', 'has_flixbus'],
  },
  input: z.object({ type: field.oneOf(liveTypes) }),
  output: z.object({
    state: z.enum(supplyStates),
    /** Since when a list of products could not be read, or no supplier has answered; null: nothing has failed yet. */
    since: z.nullable(instant),
  }),
})
