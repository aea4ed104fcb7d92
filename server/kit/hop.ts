// Whose figures: a sale climbs from the shop to the owner of the goods, and each organisation on its way has an amount, a cost and a margin of its own.
// chain begins with the shop and ends with the owner; prices[i] is what chain[i] paid chain[i + 1] for one. The shop's customer pays face value at the
// counter, the owner of the goods paid its supplier.
// SQL, of a sale `s`; `asker` is a parameter or a column. Whoever stands above the owner has no place in the chain: nothing was paid to it, it paid nothing.

const placeOf = (asker: string) => `array_position(s.chain, ${asker})`

/** What the asker's direct customer paid it for one. */
export const SOLD_UNIT = (asker: string) => `coalesce(case when s.seller_id = ${asker} then s.value else s.prices[${placeOf(asker)} - 1] end, 0)`
export const SOLD = (asker: string) => `(s.quantity * ${SOLD_UNIT(asker)})`

/** What that cost the asker. */
export const BOUGHT = (asker: string) => `coalesce(case when s.owner_id = ${asker} then s.cost_total else s.quantity * s.prices[${placeOf(asker)}] end, 0)`
