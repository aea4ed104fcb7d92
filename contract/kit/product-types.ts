/** Kinds that are sold from stock (docs/domain.md, Kinds of goods). In a file of its own: the till needs nothing else of goods. */
export const productTypes = ['cash_card', 'gift_card', 'calling_card', 'soft_pin'] as const
export type ProductType = (typeof productTypes)[number]
