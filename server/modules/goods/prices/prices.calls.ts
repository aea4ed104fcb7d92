// Calls about prices: discount plans, customers' own price entries, the effect of a change, the reason for a price, and goods sold live.
import type { Handlers } from '../../../http/mount.ts'
import { plansCompare } from './compare.calls.ts'
import { priceEffect } from './effect.calls.ts'
import { liveCalls } from './live.calls.ts'
import { assignedCalls } from './own-entries.calls.ts'
import { plannedCalls } from './planned-prices.calls.ts'
import { planCalls } from './plans.calls.ts'

type Prices =
  | 'plansList'
  | 'planAdd'
  | 'planUpdate'
  | 'assignedList'
  | 'assignedChange'
  | 'assignedProducts'
  | 'plansCompare'
  | 'priceEffect'
  | 'priceWhy'
  | 'liveDiscounts'
  | 'liveDiscountsPlatform'
  | 'plannedPrices'
  | 'plannedChange'
  | 'plannedTakeBack'
  | 'comingPrices'

export const prices: Pick<Handlers, Prices> = { ...planCalls, ...assignedCalls, plansCompare, priceEffect, ...liveCalls, ...plannedCalls }
