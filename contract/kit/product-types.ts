/** Kinds of goods sold from stock (docs/domain.md, Kinds of goods). They are in their own file, because the till needs nothing else about goods. */
export const stockTypes = ['cash_card', 'gift_card', 'calling_card', 'soft_pin'] as const
export type StockType = (typeof stockTypes)[number]
/** Kinds of goods that a supplier delivers at the moment of sale, and of which there is no stock. */
export const liveTypes = ['international_top_up', 'direct_recharge', 'bus_ticket', 'dynamic'] as const
export type LiveType = (typeof liveTypes)[number]
export const productTypes = [...stockTypes, ...liveTypes] as const
export type ProductType = (typeof productTypes)[number]
