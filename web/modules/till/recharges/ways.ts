// Direct recharge and goods made on demand use the same screen, with different calls.
import type { RechargeOffer } from '../../../../contract/till/recharges.ts'

/** The two ways of selling, each with its kind of goods, its calls and its list of sales. */
export const ways = {
  recharge: { type: 'direct_recharge', offers: 'rechargeOffers', sold: 'rechargesList' },
  on_demand: { type: 'dynamic', offers: 'onDemandOffers', sold: 'onDemandSold' },
} as const
export type Way = keyof typeof ways

/** Returns the text by which an offer is distinguished from all others. */
export const nameOf = ({ brand, value }: RechargeOffer) => `${brand} ${value}`
