// Amounts by organisation. A sale is booked at each hop from the shop up to the owner of the goods, and each organisation among them has its own amount, cost
// and margin. `chain` begins with the shop and ends with the owner; prices[i] is what chain[i] paid chain[i + 1] per unit. The shop's customer pays face value
// at the counter; the owner pays its supplier.
// SQL over a sale `s`; `asker` is a parameter or a column. An organisation above the owner is not in the chain: its amounts are 0.

const placeOf = (asker: string) => `array_position(s.chain, ${asker})`

/** SQL: the price per unit that the asker got from its direct customer; for a shop the face value. */
export const SOLD_UNIT = (asker: string) => `
  coalesce(case when s.seller_id = ${asker} then s.value else s.prices[${placeOf(asker)} - 1] end, 0)`
export const SOLD = (asker: string) => `(s.quantity * ${SOLD_UNIT(asker)})`

/** SQL: the cost of the sale's goods for the asker. */
export const BOUGHT = (asker: string) => `
  coalesce(case when s.owner_id = ${asker} then s.cost_total else s.quantity * s.prices[${placeOf(asker)}] end, 0)`
