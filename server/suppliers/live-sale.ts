// The sale of a live product (decision 0045): the price is held and the order stored, then the supplier is asked outside any transaction, and its answer posts
// the sale or returns the money. Without an answer the sale stays open: one process at a time asks the supplier about the order until its state is known.
import type { HoldAsked } from '../money/holds.ts'
import type { RefusalCode } from '../money/refusals.ts'
import { type ConnectionRow, connectionNamed } from './connections.sql.ts'
import type { Ended } from './endings.ts'
import { createDialogue, type DialogueDeps, leaseAt, type Steps } from './order-dialogue.ts'
import { createOrdersInHand, type InHandDeps } from './orders-in-hand.ts'
import { orderAsked, type Shown } from './sealed-order.ts'
import { createPatience, type PatienceDeps } from './seller-patience.ts'
import type { Order } from './supplier.ts'

export type LiveOutcome =
  /** The money was held; the sale has ended, or its outcome is still unknown. `is_new`: this call made the order, and not an earlier call with the same key. */
  | (Ended & { is_new?: true })
  /** No money was held, because a rule of our own refused the purchase. */
  | { outcome: 'not_held'; code: RefusalCode; available: number | null; missing: number | null; price: number | null }

/** A purchase: buyer, product and price; the order contains the request to the supplier. */
export type LiveAsked = Omit<HoldAsked, 'order' | 'request' | 'quantity' | 'lease'> & { quote_until?: Date | null }

export type LiveDeps = DialogueDeps & InHandDeps & PatienceDeps

export type LiveSales = ReturnType<typeof createLiveSales>

export function createLiveSales(deps: LiveDeps) {
  const { money, keys, clock } = deps
  const dialogue = createDialogue(deps)
  const inHand = createOrdersInHand(deps, dialogue.settle)
  const outcomeOf = createPatience(deps, inHand.workOn)

  async function ask(tenant_id: number, key: string): Promise<Ended> {
    if (!inHand.workOn(tenant_id, key)) await inHand.takeUpNow(tenant_id, key)
    const doing = inHand.workOn(tenant_id, key)
    return doing ? outcomeOf(tenant_id, key, doing) : { outcome: 'unknown', reason: 'somebody else has it' }
  }

  return {
    /**
     * Sells one piece. For a key that was used before, it only asks about that sale, and never orders twice. Returns within some seconds, possibly with
     * `unknown` while the order continues. `steps`: how trips are ordered, which differs from other products.
     */
    async sell(asked: LiveAsked, order: Order, shown: Shown = {}, steps?: Steps): Promise<LiveOutcome> {
      const { tenant_id, key, supplier_id, quote_until = null, ...more } = asked
      const lease = leaseAt(clock())
      const holding = { ...more, tenant_id, key, supplier_id, quantity: 1, lease, ...orderAsked(keys, asked, order, shown, quote_until) }
      // The connection is read after the hold, never at the same time, because the account of a connection may be changed as long as it has no open
      // order.
      const { held, rows } = await money.holdThenRead<ConnectionRow>(holding, connectionNamed(tenant_id, supplier_id))
      if (held.code === 'sold') return { outcome: 'sold', sale_id: held.sale_id }
      if (held.code !== 'held') return { ...held, outcome: 'not_held' }
      if (!held.is_new) return ask(tenant_id, key)
      const placing = inHand.work(tenant_id, key, () => dialogue.place(asked, order, { lease, rows, steps }))
      return { ...(await outcomeOf(tenant_id, key, placing)), is_new: true }
    },

    /**
     * Asks the supplier about an order now. If a question is already under way, waits for its answer, or returns that the outcome is not known yet.
     */
    ask,

    /** Called after a hint that an order has changed: asks the supplier at once, unless a question is already under way. The caller does not wait. */
    hear: async (tenant_id: number, key: string): Promise<void> => void (await inHand.takeUpNow(tenant_id, key)),

    /** Called by the job: takes the tenant's due orders, unless another server has taken them, and asks the supplier about them. */
    takeUp: inHand.takeUpDue,

    /** Waits until no order is under way in this process. */
    idle: inHand.idle,

    close: inHand.close,
  }
}
