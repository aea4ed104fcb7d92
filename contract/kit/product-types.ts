/** Product kinds that are sold from stock; the others are asked for live (product.md §2). Apart, for the till names them and needs nothing else of goods. */
export const productTypes = ['cash_card', 'gift_card', 'calling_card', 'soft_pin'] as const
export type ProductType = (typeof productTypes)[number]
