// Direct recharge and what suppliers make on demand are sold at the same counter, by other calls.

/** What is sold here, by which calls, and where what was sold stands. */
export const ways = {
  recharge: { offers: 'rechargeOffers', sold: 'rechargesList' },
  on_demand: { offers: 'onDemandOffers', sold: 'onDemandSold' },
} as const
export type Way = keyof typeof ways
