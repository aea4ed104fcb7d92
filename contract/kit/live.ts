// Common parts of every sale through a supplier: its states, its failures, and its refusals.

/** pending: the outcome is unknown, and the shop's money is held. failed: nothing was delivered, and the shop's money was refunded. */
export const transactionOutcomes = ['pending', 'successful', 'failed'] as const
export type TransactionOutcome = (typeof transactionOutcomes)[number]

/**
 * Why nothing was delivered, in terms of what a shop can do about it. not_now: the cause lies with us or the supplier, and is never a lack of money in the
 * shop's wallet. given_back: the supplier reversed the order, or a user ended it by hand; the shop's money was refunded.
 */
export const liveFailures = ['number', 'amount', 'not_available', 'not_now', 'given_back'] as const
export type LiveFailure = (typeof liveFailures)[number]

/** How a supplier answered in the last minutes. fine: as usual; slow: slowly; away: mostly not at all. */
export const weathers = ['fine', 'slow', 'away'] as const
export type Weather = (typeof weathers)[number]

/** Within this time after a sale, a second sale of the same goods to the same number must be confirmed. */
export const AGAIN_MS = 10 * 60_000

/** The refusals of a sale through a supplier. */
export const liveRefusals = [
  ...(['key_invalid', 'key_reused', 'key_void', 'in_progress', 'not_on_offer', 'price_changed', 'credit_limit_reached', 'reseller_limit'] as const),
  ...(['below_cost_limit', 'customer_stopped', 'shop_closed', 'device_not_assigned', 'terminal_inactive', 'busy'] as const),
  ...(['supplier_refused', 'sent_before', 'selling_too_fast', 'key_amount'] as const),
] as const
