// The common part of suppliers that deliver on a single request: they look up no number, hold no price, and need no confirmation.

import { map, oneOnly } from './answer-rules.ts'
import { done, refused, unknown } from './answers.ts'
import type { Answer, Order, Quote, Supplier, SupplierProduct } from './supplier.ts'
import type { Wire, WireOptions } from './wire.ts'

/** How long a price stays valid after it was read. */
const QUOTE_MS = 60_000

/** The price of a product that has one price in the supplier's list. A product with a range has a price for each amount, which its own adapter calculates. */
export async function listedPrice(list: () => Promise<Answer<readonly SupplierProduct[]>>, order: Order, now: () => Date): Promise<Answer<Quote>> {
  return (
    oneOnly(order) ??
    map(await list(), (products) => {
      const found = products.find(({ product_id }) => product_id === order.product_id)
      if (!found) return refused('not_available', 'NOT_IN_THE_LIST')
      const { retail, cost } = found
      return done({ retail: retail?.from ?? cost.from, cost: cost.from, valid_until: new Date(now().getTime() + QUOTE_MS) })
    })
  )
}

/** The calls of a supplier that looks up no numbers and needs no confirmation: `confirm` sends nothing and its outcome is unknown. */
export const oneStep: Pick<Supplier, 'lookUp' | 'confirm'> = { lookUp: async () => done([]), confirm: async () => unknown('ONE_STEP') }

/** The options that every adapter has, besides its credentials. */
export type To = Omit<WireOptions, 'supplier' | 'shown'> & { now?: () => Date }

export type OneStep = Supplier & { close: Wire['close'] }
