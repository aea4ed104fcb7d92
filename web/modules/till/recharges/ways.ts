// Direct recharge and goods made on demand share one screen, with different calls.

/** Ways of selling, each with its kinds of goods, its calls and its list of sales. */
export const ways = {
  recharge: { type: 'direct_recharge', offers: 'rechargeOffers', sold: 'rechargesList' },
  on_demand: { type: 'dynamic', offers: 'onDemandOffers', sold: 'onDemandSold' },
} as const
export type Way = keyof typeof ways
