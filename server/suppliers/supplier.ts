// What every supplier of live products can be asked, whatever it speaks on the wire: one adapter a supplier, this interface in front of all of them.
//
// Money is whole ten-thousandths of a euro (`Money`); an adapter converts the supplier's currency, and rounds what we pay up. Countries are two letters
// (ISO 3166-1 alpha-2), telephone numbers E.164 with the plus, instants `Date`, days `YYYY-MM-DD` in Berlin. An adapter keeps nothing of its own.
//
// An adapter answers and does not throw: `unknown` is an answer. Whatever it throws all the same is taken for `unknown` (live-sale.ts).
import type { Money } from '../../contract/kit/money.ts'
import type { Delivery } from '../kit/seal.ts'

/**
 * What a supplier says.
 * - `done`: it happened, or the question is answered.
 * - `refused`: it certainly did not happen and never will under this reference. Only what the supplier says so itself: never an end of patience.
 * - `unknown`: no answer, or none that can be read. It may have happened. What only reads may be asked again; after create, confirm and cancel only
 *   `status` tells.
 */
export type Answer<T> = { outcome: 'done'; value: T } | { outcome: 'refused'; code: RefusedBy; reason: string } | { outcome: 'unknown'; reason: string }

/** Why a supplier refused, in our words; `reason` has the supplier's own, for the log and for support. */
export type RefusedBy =
  /** The telephone number, or what else was given of the recipient, is wrong or barred. */
  | 'recipient'
  /** Not sold, not to us, or not at the moment. */
  | 'not_available'
  /** Another amount, another price than quoted, or more than allowed. */
  | 'amount'
  /** Our own balance at the supplier is too low: the seller can do nothing about it. */
  | 'our_balance'
  /** Our sign-in or our request is wrong: somebody has to look. */
  | 'our_mistake'
  /** It was cancelled, or it ran out before it was confirmed. */
  | 'over'
  /** The supplier has never had this reference, and is certain of it: nothing sent before is still on its way. */
  | 'never_seen'

export type Operator = { operator_id: string; name: string; country: string; is_likely: boolean }

export type SupplierProduct = {
  product_id: string
  name: string
  operator_id: string
  country: string
  /** What it costs at the counter where the supplier says so; from and to, where any amount between them may be bought. */
  retail: { from: Money; to: Money } | null
  cost: { from: Money; to: Money }
  /** What has to be said of the recipient: all fields of one of these lists. */
  needs: readonly (readonly string[])[]
}

/** What is bought: a product, an amount where it has no price of its own, and what the product needs of the recipient. */
export type Order = { product_id: string; quantity: number; amount: Money | null; recipient: Readonly<Record<string, string>> }

/** `retail`: for one at the counter; `cost`: what the supplier takes for one. Both hold until `valid_until`, for this order. */
export type Quote = { retail: Money; cost: Money; valid_until: Date }

/** How an order stands at the supplier. `supplier_reference`: its own name of it. */
export type Standing =
  /** Taken down, nothing delivered: it waits for `confirm`, and runs out without. Suppliers of one step never say this. */
  { state: 'created'; supplier_reference: string } | { state: 'delivered'; supplier_reference: string; delivery: Delivery }

/** `available`: what we may still spend there; `held`: what it has set aside for orders under way. */
export type SupplierBalance = { available: Money; held: Money; as_of: Date }

/** A line of what the supplier charges us for a day; `reference` is ours, null where the line has none. */
export type StatementLine = { reference: string | null; supplier_reference: string; cost: Money; at: Date; is_reversal: boolean }

export type Supplier = {
  /** What name it has in the log and in figures. */
  name: string

  // Reading. May be asked again at any time.
  /** The operators a telephone number may belong to, the likely one first; `refused` `recipient` for a number that is none. */
  lookUp: (number: string) => Promise<Answer<readonly Operator[]>>
  /** Everything we may sell for now. */
  list: () => Promise<Answer<readonly SupplierProduct[]>>
  quote: (order: Order) => Promise<Answer<Quote>>
  balance: () => Promise<Answer<SupplierBalance>>
  /** All lines of one day. */
  statement: (day: string) => Promise<Answer<readonly StatementLine[]>>
  /**
   * How the order with our reference stands. `refused` only when it is certain that it was not and will not be delivered; a reference the supplier does
   * not know is `unknown` until nothing sent before can still arrive, then `refused` `never_seen`.
   */
  status: (reference: string) => Promise<Answer<Standing>>

  // Changing. Asked once per reference; `reference` is ours, a UUID, never used for anything else, and the same after our database was restored.
  create: (reference: string, order: Order) => Promise<Answer<Standing>>
  /** Makes a created order happen. */
  confirm: (reference: string, supplier_reference: string) => Promise<Answer<Standing>>
  /** Takes back an order that was created and not confirmed; `refused` when it can no longer be. */
  cancel: (reference: string, supplier_reference: string) => Promise<Answer<null>>
}
