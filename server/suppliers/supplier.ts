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
 * - `named`, of what was refused or is unknown, where the supplier says itself that it has the order, working on it or not: by that name it is asked for from then on.
 */
export type Answer<T> =
  | { outcome: 'done'; value: T }
  | { outcome: 'refused'; code: RefusedBy; reason: string; named?: { supplier_reference: string } }
  | { outcome: 'unknown'; reason: string; named?: { supplier_reference: string } }

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
  /** It could not be reached: nothing of what was asked left our house. */
  | 'not_reached'
  /** It was cancelled, or it ran out before it was confirmed. */
  | 'over'
  /** It was delivered, and the supplier took it back: what was sold of it is a case, what was not costs nothing. */
  | 'reversed'
  /** The supplier has never had this reference, and is certain of it: nothing sent before is still on its way, and it has named no order of ours by it. */
  | 'never_seen'

export type Operator = { operator_id: string; name: string; country: string; is_likely: boolean }

export type SupplierProduct = {
  product_id: string
  name: string
  operator_id: string
  /** What people call the operator or brand; where it is not said, the product's own name has to do. */
  operator_name?: string
  country: string
  /** What it costs at the counter where the supplier says so; from and to, where any amount between them may be bought. */
  retail: { from: Money; to: Money } | null
  cost: { from: Money; to: Money }
  /** What has to be said of the recipient: all fields of one of these lists. */
  needs: readonly (readonly string[])[]
}

/**
 * What is bought: a product, an amount where it has no price of its own (what the supplier takes for one), and what the product needs of the recipient.
 */
export type Order = {
  product_id: string
  quantity: number
  amount: Money | null
  recipient: Readonly<Record<string, string>>
  /** What is to arrive, where it is told in the recipient's own unit; the amount is null where any of a range may be chosen. */
  arrives?: { amount: string | null; unit: string }
  /** Who sells, as names that mean nothing outside of our house: some suppliers count limits for each till. */
  seller?: { shop: string; terminal: string }
}

/** `retail`: for one at the counter; `cost`: what the supplier takes for one. Both hold until `valid_until`, for this order. */
export type Quote = { retail: Money; cost: Money; valid_until: Date }

/**
 * How an order stands at the supplier. `supplier_reference`: its own name of it. `cost`: what it takes for it, null where what it says cannot be read (another
 * currency, no amount), missing where it says none; to be compared with what was agreed before `confirm`. `told`: what it says it is.
 */
export type Standing = {
  cost?: Money | null
  told?: OrderEcho
} /** Taken down, nothing delivered: it waits for `confirm`, and runs out without. Suppliers of one step never say this. */ & (
  | { state: 'created'; supplier_reference: string }
  | { state: 'delivered'; supplier_reference: string; delivery: Delivery }
)

/** What an order is of and for: the supplier's product, the recipient's number, what arrives, and in which unit. */
export type OrderEcho = { readonly [word in 'product' | 'number' | 'amount' | 'currency']?: string | null | undefined }

/** `available`: what we may still spend there; `held`: what it has set aside for orders under way. */
export type SupplierBalance = { available: Money; held: Money; as_of: Date }

/** A line of what the supplier charges us for a day; `reference` is ours, null where the line has none; `cost` is null where it cannot be read. */
export type StatementLine = { reference: string | null; supplier_reference: string; cost: Money | null; at: Date; is_reversal: boolean }

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
  /** Its file of a day, read; where its statements are files. */
  statementIn?: (text: string) => Answer<{ day: string; lines: readonly StatementLine[] }>
  /**
   * How the order with our reference stands. `refused` only when it is certain that it was not and will not be delivered; a reference the supplier does
   * not know is `unknown` until nothing sent before can still arrive, then `refused` `never_seen`, and a day after it was sent `unknown` again, as
   * suppliers look no further back; that takes `sent_at`, when it was last sent, as an adapter remembers nothing. Its own name of the order, once it is
   * known, is what it is asked by: that it does not know that one is never a refusal.
   */
  status: (reference: string, sent_at?: Date, supplier_reference?: string | null) => Promise<Answer<Standing>>

  /** What it should say of this order, in its own words; where it says any of it. */
  expects?: (order: Order) => OrderEcho

  // Changing. Asked once per reference; `reference` is ours, a UUID, never used for anything else, and the same after our database was restored.
  create: (reference: string, order: Order) => Promise<Answer<Standing>>
  /** Makes a created order happen. */
  confirm: (reference: string, supplier_reference: string) => Promise<Answer<Standing>>
  /** Takes back an order that was created and not confirmed; `refused` when it can no longer be. */
  cancel: (reference: string, supplier_reference: string) => Promise<Answer<null>>
}

/** A part of a country that has products of its own; `code` as in ISO 3166-2. */
export type Region = { name: string; code: string }

/** What arrives with the recipient: decimals in `unit`, such as EUR, GB or MIN; with a step, where any amount between them may be chosen. */
export type Arriving = { from: string; to: string; step: string | null; unit: string }

export type TopUpProduct = SupplierProduct & {
  kind: 'recharge' | 'pin' | 'payment'
  arrives: Arriving
  /** What is in it beyond the amount: `DATA 2 GB`, with a promotion's bonus already counted. */
  benefits: readonly { kind: string; amount: string; bonus: string; unit: string }[]
  /** ISO 8601, `P30D`; null: it does not end. */
  lasts: string | null
  regions: readonly Region[]
  promotions: readonly { title: string; until: Date | null }[]
  /** What the price was before it became euros, as the supplier wrote it. */
  priced: { currency: string; from: string; to: string }
}

export type TopUpOperator = Operator & { regions: readonly Region[] }

/** A supplier of top-ups: its operators are chosen first, and its products are those of one operator. */
export type TopUps = Omit<Supplier, 'lookUp' | 'list'> & {
  lookUp: (number: string) => Promise<Answer<readonly TopUpOperator[]>>
  /** All of a country, two letters. */
  operators: (country: string) => Promise<Answer<readonly TopUpOperator[]>>
  /** Everything we may sell, or that of one operator. */
  list: (of?: { operator_id: string }) => Promise<Answer<readonly TopUpProduct[]>>
  /** Of what it sends us on its own our reference in it: a hint to ask how that order stands, and nothing more. */
  hintIn: (body: string) => string | null
}
