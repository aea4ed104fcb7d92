// Cases: where a supplier contradicts our books, by what it says of an order or by its statement of a day. A person closes each.

/**
 * The kinds, by what they come from.
 * not_found: it no longer finds an order that it has named, or that was sent more than a day ago; a person ends it. cost_unknown: its cost cannot be read.
 * other_delivery: it reports other goods, or another recipient. same_reference: it gives the order a reference that another one was delivered under.
 * missing: we sold it, and the supplier does not charge it. extra: the supplier charges something unknown to us. state: only one side calls it delivered.
 * unread: its price cannot be read.
 */
export const caseKinds = {
  order: ['late_delivery', 'late_refusal', 'other_cost', 'not_found', 'cost_unknown', 'other_delivery', 'same_reference'],
  statement: ['missing', 'extra', 'amount', 'state', 'duplicate', 'unread'],
} as const
/** What to do about a case of a statement: ask for the state, claim it from the supplier, collect it from the shop, give it back to the shop, or end the order. */
export const proposals = ['ask', 'claim', 'collect', 'give_back', 'end'] as const
