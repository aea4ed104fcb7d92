// The common part of both generations of PJ Telesoft's interface; each generation has its own names for the same calls.
import type { Money } from '../../../contract/kit/money.ts'
import { deliveryOf, named, type Refusals, wordsOf } from '../answer-rules.ts'
import { done, refused, unknown } from '../answers.ts'
import type { Answer, RefusedBy, Standing, StatementLine, Supplier, SupplierProduct } from '../supplier.ts'

/** The calls of one generation of the interface. An order is for one card, and `client_id` is our own reference. */
export type Till = {
  list: () => Promise<Answer<readonly SupplierProduct[]>>
  buy: (client_id: string, product_id: string) => Promise<Answer<Standing>>
  status: Supplier['status']
  balance: () => Promise<Answer<Money>>
  statement: (day: string) => Promise<Answer<readonly StatementLine[]>>
}

const MEANT: Readonly<Record<string, RefusedBy>> = {
  ...{ 101: 'our_mistake', 102: 'our_mistake', 103: 'our_mistake', 104: 'our_mistake', 112: 'our_mistake', 119: 'our_mistake' },
  ...{ 121: 'our_mistake', 122: 'our_mistake', 109: 'not_available', 110: 'our_balance' },
}
/** The error number for a reference of ours that was used before, which means that an order exists under it. */
const USED = '100'
export const NO_RECORDS = '106'

/** The meaning of an error in either generation; undefined for no error. */
export function meant(code: string, words: string | undefined): ReturnType<Refusals> {
  if (code === '0') return undefined
  if (code === USED) return unknown('ORDERED_BEFORE')
  if (code === NO_RECORDS) return unknown('NO_RECORDS')
  const by = MEANT[code]
  const said = wordsOf(code, words)
  return by ? refused(by, said) : unknown(said)
}

export type Bought = {
  supplier_reference: string
  /** Our cost; null if it cannot be read, although every answer contains it. */
  cost: Money | null
  product: string | null | undefined
  pin: string | null
  batch: string | null
  expires_on: string | null
  instructions: string | null
}

/** The state of an order. Nothing can be cancelled at this supplier. So if a card was sold and its PIN is not shown, a person has to ask the supplier. */
export function standingOf({ supplier_reference, cost, product, pin, batch, expires_on, instructions }: Bought): Answer<Standing> {
  if (!pin) return named('PIN_NOT_SHOWN', supplier_reference)
  return done({
    state: 'delivered',
    supplier_reference,
    ...{ cost, told: { product } },
    delivery: deliveryOf({ pin, expires_on, facts: { batch, instructions } }),
  })
}

/** All prices are in euros, because the supplier is German and no answer names a currency. */
export const CURRENCY = 'EUR'
export const COUNTRY = 'DE'
