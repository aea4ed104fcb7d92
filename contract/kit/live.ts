// What every sale over a supplier has in common: how it may stand, why it came to nothing, and what may refuse it.

/** pending: not known yet, the money is held. failed: nothing was delivered, and the money is back. */
export const transactionOutcomes = ['pending', 'successful', 'failed'] as const
export type TransactionOutcome = (typeof transactionOutcomes)[number]

/** Why it came to nothing, as far as a shop can do something about it. not_now: our matter or the supplier's, and never the shop's money. */
export const liveFailures = ['number', 'amount', 'not_available', 'not_now', 'given_back'] as const
export type LiveFailure = (typeof liveFailures)[number]

/** How a supplier answered in the last minutes: as usual, slowly, or mostly not at all. */
export const weathers = ['fine', 'slow', 'away'] as const
export type Weather = (typeof weathers)[number]

/** The same for the same number is asked about first within this time. */
export const AGAIN_MS = 10 * 60_000

/** What may refuse a sale over a supplier. */
export const liveRefusals = [
  ...(['key_invalid', 'key_reused', 'key_void', 'in_progress', 'not_on_offer', 'price_changed', 'credit_limit_reached', 'reseller_limit'] as const),
  ...(['below_cost_limit', 'customer_stopped', 'shop_closed', 'device_not_assigned', 'terminal_inactive', 'busy'] as const),
  ...(['supplier_refused', 'sent_before', 'selling_too_fast', 'key_amount'] as const),
] as const

/**
 * What a supplier contradicts of an order. not_found: it no longer finds one that it has named, or that was sent more than a day ago; a person ends it.
 * cost_unknown: what it takes cannot be read. other_delivery: it says that something else arrived, or with somebody else.
 * same_reference: it gives the order a name that another one was delivered under.
 */
export const liveCaseKinds = ['late_delivery', 'late_refusal', 'other_cost', 'not_found', 'cost_unknown', 'other_delivery', 'same_reference'] as const
