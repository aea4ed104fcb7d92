// An order as it is stored: sealed as a whole, with the recipient's last digits for display, and a fingerprint by which other orders to the same
// recipient are found.
import type { Keys } from '../kit/keys.ts'
import { orderBound } from '../kit/seal.ts'
import type { OrderAsked } from '../money/holds.ts'
import type { Order } from './supplier.ts'
import { ending } from './wire-mask.ts'

/** The text that is shown in lists in place of the recipient's last digits, for orders that no telephone number identifies. */
export type Shown = { recipient_end?: string }

/**
 * The fingerprint of an order's recipient, computed from the recipient's details alone, so that it is the same at every supplier; null if there is no
 * recipient.
 */
export function recipientIndex(keys: Keys, tenant_id: number, recipient: Order['recipient']): Buffer | null {
  const said = Object.values(recipient).sort()
  return said.length > 0 ? keys.sign(`recipient ${tenant_id}`, JSON.stringify(said)) : null
}

type Till = { tenant_id: number; organisation_id: string; user_id: string }

/**
 * The names of a shop and a till for suppliers that count limits for each. The names are the same each time, and nobody outside can tell to whom they belong.
 */
export function tillOf(keys: Keys, { tenant_id, organisation_id, user_id }: Till): NonNullable<Order['seller']> {
  const named = (what: string, id: string) => keys.sign(`supplier ${what} ${tenant_id}`, id).toString('hex').slice(0, 16)
  return { shop: named('shop', organisation_id), terminal: named('terminal', user_id) }
}

type About = { tenant_id: number; key: string }

/** The order in the form that a hold needs. A key may be used again only with the same order. */
export function orderAsked(
  keys: Keys,
  { tenant_id, key }: About,
  order: Order,
  { recipient_end }: Shown,
  quote_until: Date | null,
): { order: OrderAsked; request: Record<string, string | number> } {
  const { product_id, amount, recipient } = order
  const recipient_index = recipientIndex(keys, tenant_id, recipient)
  const [first] = Object.values(recipient)
  return {
    request: { product: product_id, ...(amount === null ? {} : { amount }), ...(recipient_index ? { recipient: recipient_index.toString('hex') } : {}) },
    order: {
      ...{ product_id, recipient_end: recipient_end ?? (first === undefined ? '' : ending(first)), recipient_index, quote_until },
      sealed: keys.seal(orderBound(tenant_id, key), JSON.stringify(order)),
    },
  }
}

/** Opens a sealed order; returns it as it was sent. */
export const openOrder = (keys: Keys, { tenant_id, key }: About, sealed: Buffer): Order => JSON.parse(keys.unseal(orderBound(tenant_id, key), sealed))
