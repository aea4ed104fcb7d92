// Direct recharge and goods made on demand share one screen, with different calls.

/** For each: the kinds of goods, the calls, and the list of sales. */
export const ways = {
  recharge: { offers: 'rechargeOffers', sold: 'rechargesList' },
  on_demand: { offers: 'onDemandOffers', sold: 'onDemandSold' },
} as const
export type Way = keyof typeof ways
