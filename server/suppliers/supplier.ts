// The interface of every supplier of live products, whatever its wire format: one adapter for each supplier.
//
// Money is whole ten-thousandths of a euro (`Money`); an adapter converts the supplier's currency, and rounds what we pay up. Countries are two letters (ISO
// 3166-1 alpha-2), telephone numbers E.164 with the plus, instants `Date`, days `YYYY-MM-DD` in Berlin. An adapter keeps nothing about orders.
//
// An adapter answers and does not throw: `unknown` is an answer. If an adapter throws all the same, the outcome counts as `unknown` (order-dialogue.ts).
import type { Money } from '../../contract/kit/money.ts'
import type { Delivery } from '../kit/seal.ts'

/**
 * A supplier's answer.
 * - `done`: the request was carried out, or the question is answered.
 * - `refused`: the request certainly was not carried out and never will be under this reference. Either the supplier itself says so, or nothing of the request
 * left us; once something may have left, a timeout never counts as `refused`.
 * - `unknown`: no answer, or no readable answer. The request may have been carried out. Questions may be repeated; after create, confirm and cancel only
 * `status` tells.
 * - `named`, for refused or unknown orders: the supplier itself says that it has the order, whether it works on it or not; from then on it is asked about the
 * order by that name.
 */
export type Answer<T> =
  | { outcome: 'done'; value: T }
  | { outcome: 'refused'; code: RefusedBy; reason: string; named?: { supplier_reference: string } }
  | { outcome: 'unknown'; reason: string; named?: { supplier_reference: string } }

/** Why a supplier refused, in our terms; `reason` is the supplier's own text, for the log and for support. */
export type RefusedBy =
  /** The telephone number, or another detail of the recipient, is wrong or barred. */
  | 'recipient'
  /** The supplier does not sell the product, does not sell it to us, or has none at the moment. */
  | 'not_available'
  /** The amount is not one of the product's, has another price than quoted, or is more than allowed. */
  | 'amount'
  /** Our own balance at the supplier is too low. The seller can do nothing about that. */
  | 'our_balance'
  /** Our credentials or our request are wrong, so a person has to look at it. */
  | 'our_mistake'
  /** The supplier could not be reached: no part of the request left us. */
  | 'not_reached'
  /** The order was cancelled, or it expired before it was confirmed. */
  | 'over'
  /** The order was delivered and then reversed. If it was sold, a case is opened for a person; if not, it costs nothing. */
  | 'reversed'
  /**
   * The supplier has certainly never received this reference: no earlier request is still on its way, and the supplier has not yet given us its own
   * name for this order.
   */
  | 'never_seen'

export type Operator = { operator_id: string; name: string; country: string; is_likely: boolean }

export type SupplierProduct = {
  product_id: string
  name: string
  operator_id: string
  /** The operator or brand as people call it; if it is missing, the product's own name is used. */
  operator_name?: string
  country: string
  /** The retail price that the supplier recommends; null if it gives none. `from` and `to` differ if any amount in a range may be bought. */
  retail: { from: Money; to: Money } | null
  cost: { from: Money; to: Money }
  /** The details of the recipient that an order needs: all fields of any one of these lists. */
  needs: readonly (readonly string[])[]
}

/** A purchase: the product; the amount at the supplier's price, if the product has no single price; and the required details of the recipient. */
export type Order = {
  product_id: string
  quantity: number
  amount: Money | null
  recipient: Readonly<Record<string, string>>
  /** The arriving amount, if the supplier gives it in the recipient's own unit; its amount is null if any amount of a range may be chosen. */
  arrives?: { amount: string | null; unit: string }
  /** The seller, by names that mean nothing outside: some suppliers count limits for each till. */
  seller?: { shop: string; terminal: string }
}

/** The prices of one piece. `retail`: the retail price; `cost`: the supplier's price. Both are valid for this order until `valid_until`. */
export type Quote = { retail: Money; cost: Money; valid_until: Date }

/**
 * An order's state at the supplier. `created`: accepted, but nothing is delivered: the order waits for `confirm`, and expires without it; suppliers
 * with one step never report this. `supplier_reference`: the supplier's own name of the order. `cost`: the supplier's price; null if it cannot be
 * read (another currency, no amount), missing if the answer has none; it must be compared with the agreed cost before `confirm`. `told`: the
 * supplier's description of the order.
 */
export type Standing = {
  cost?: Money | null
  told?: OrderEcho
} & ({ state: 'created'; supplier_reference: string } | { state: 'delivered'; supplier_reference: string; delivery: Delivery })

/** A supplier's description of an order: its product, the recipient's number, the arriving amount, and the amount's unit. */
export type OrderEcho = { readonly [word in 'product' | 'number' | 'amount' | 'currency']?: string | null | undefined }

/** Our balance at the supplier. `available`: what we may spend; `held`: the amount set aside for orders under way. */
export type SupplierBalance = { available: Money; held: Money; as_of: Date }

/** A line of the supplier's charges for a day. `reference` is ours; null if the line has none. `cost` is null if it cannot be read. */
export type StatementLine = { reference: string | null; supplier_reference: string; cost: Money | null; at: Date; is_reversal: boolean }

export type Supplier = {
  /** The supplier's name in the log and in figures. */
  name: string

  // The following requests only read, and may be sent again at any time.
  /** The operators to which a telephone number may belong, the likely one first; `refused` with `recipient` for a text that is not a number. */
  lookUp: (number: string) => Promise<Answer<readonly Operator[]>>
  /** Lists all products that we may sell at present. */
  list: () => Promise<Answer<readonly SupplierProduct[]>>
  quote: (order: Order) => Promise<Answer<Quote>>
  balance: () => Promise<Answer<SupplierBalance>>
  /** Returns all lines of a day's statement. */
  statement: (day: string) => Promise<Answer<readonly StatementLine[]>>
  /** Reads the supplier's file of a day. Only adapters of suppliers whose statements are files have this function. */
  statementIn?: (text: string) => Answer<{ day: string; lines: readonly StatementLine[] }>
  /**
   * The state of the order with our reference. `refused` only if it is certain that the order was not and will not be delivered. A reference that the supplier
   * does not know is `unknown` until nothing sent before can still arrive, then `refused` `never_seen`, and a day after it was sent `unknown` again, as
   * suppliers search no further back. An adapter has no memory, so it needs `sent_at`, the last time that the order was sent. Once the supplier's own name of
   * the order is known, the question uses that name; if the supplier does not know it, the answer is never `refused`.
   */
  status: (reference: string, sent_at?: Date, supplier_reference?: string | null) => Promise<Answer<Standing>>

  /** The description of this order that the supplier should give, in the supplier's own terms. */
  expects?: (order: Order) => OrderEcho

  // The following requests change something. `create` and `confirm` are made only once with the same reference; `cancel` may be made again. `reference` is
  // ours: a UUID, never used for anything else, and the same after our database was restored.
  create: (reference: string, order: Order) => Promise<Answer<Standing>>
  /** Confirms a created order, so that the supplier carries it out. */
  confirm: (reference: string, supplier_reference: string) => Promise<Answer<Standing>>
  /** Cancels an order that was created and not confirmed; `refused` if that is no longer possible. */
  cancel: (reference: string, supplier_reference: string) => Promise<Answer<null>>
}

/** A part of a country that has products of its own; `code` as in ISO 3166-2. */
export type Region = { name: string; code: string }

/**
 * The amount that reaches the recipient: decimals in `unit`, such as EUR, GB or MIN. If any amount in a range may be chosen, `step` is the step
 * between the amounts.
 */
export type Arriving = { from: string; to: string; step: string | null; unit: string }

export type TopUpProduct = SupplierProduct & {
  kind: 'recharge' | 'pin' | 'payment'
  arrives: Arriving
  /** Further contents of a product beside its amount: `DATA 2 GB`, with a promotion's bonus already counted. */
  benefits: readonly { kind: string; amount: string; bonus: string; unit: string }[]
  /** How long the contents last, as in ISO 8601 (`P30D`); null if they do not expire. */
  lasts: string | null
  regions: readonly Region[]
  promotions: readonly { title: string; until: Date | null }[]
  /** The price before conversion to euros, as the supplier wrote it. */
  priced: { currency: string; from: string; to: string }
}

export type TopUpOperator = Operator & { regions: readonly Region[] }

/** A supplier of top-ups: an operator is chosen first, and products belong to one operator. */
export type TopUps = Omit<Supplier, 'lookUp' | 'list'> & {
  lookUp: (number: string) => Promise<Answer<readonly TopUpOperator[]>>
  /** Lists all operators of a country, which is named by two letters. */
  operators: (country: string) => Promise<Answer<readonly TopUpOperator[]>>
  /** Everything that we may sell, or only the products of one operator. */
  list: (of?: { operator_id: string }) => Promise<Answer<readonly TopUpProduct[]>>
  /** Our reference in a message that the supplier sends on its own. The message is only a reason to ask the supplier about that order. */
  hintIn: (body: string) => string | null
}
