// The sale of a live product: the price is held and committed, the supplier is asked outside any transaction, and its answer posts the sale or gives the
// money back. No answer ends nothing: the hold stays open until `settleLive` learns from the supplier how it stands (docs/decisions/0029).
import type { Keys } from '../kit/keys.ts'
import { sealDelivery } from '../kit/seal.ts'
import type { HoldAsked } from '../money/holds.ts'
import type { MoneyDoor } from '../money/money.ts'
import type { RefusalCode } from '../money/refusals.ts'
import type { Answer, Order, RefusedBy, Standing, Supplier } from './supplier.ts'

export type LiveOutcome =
  | { outcome: 'sold'; sale_id: string }
  /** Nothing was ever held: by our own rules. */
  | { outcome: 'not_held'; code: RefusalCode; available: number | null; missing: number | null; price: number | null }
  /** The supplier refused, and the money is back. */
  | { outcome: 'refused'; code: RefusedBy; reason: string }
  /** Not known yet: the money stays held. */
  | { outcome: 'unknown'; reason: string }

export type LiveDeps = { money: Pick<MoneyDoor, 'hold' | 'post' | 'void'>; supplier: Supplier; keys: Keys }

/** Sells; with a key that was used before it only asks how that sale stands, and never orders twice. */
export async function sellLive(deps: LiveDeps, asked: HoldAsked, order: Order): Promise<LiveOutcome> {
  const { money, supplier } = deps
  const held = await money.hold(asked)
  if (held.code === 'sold') return { outcome: 'sold', sale_id: held.sale_id }
  if (held.code !== 'held') return { ...held, outcome: 'not_held' }
  const { tenant_id, key } = asked
  if (!held.is_new) return end(deps, tenant_id, key, await answered(() => supplier.status(key)))
  const created = await answered(() => supplier.create(key, order))
  if (created.outcome !== 'done' || created.value.state === 'delivered') return end(deps, tenant_id, key, created)
  const { supplier_reference } = created.value
  return end(deps, tenant_id, key, await answered(() => supplier.confirm(key, supplier_reference)))
}

/**
 * Ends a hold that was left open, by what the supplier says about it. What it only took down is cancelled: nobody waits for it any more. So not to be
 * called before whoever sells has certainly given up waiting. A cancelled order can no longer be confirmed, so whoever still tries hears `refused`.
 */
export async function settleLive(deps: LiveDeps, tenant_id: number, key: string): Promise<LiveOutcome> {
  const { supplier } = deps
  const stands = await answered(() => supplier.status(key))
  if (stands.outcome !== 'done' || stands.value.state === 'delivered') return end(deps, tenant_id, key, stands)
  const { supplier_reference } = stands.value
  const cancelled = await answered(() => supplier.cancel(key, supplier_reference))
  if (cancelled.outcome !== 'done') return { outcome: 'unknown', reason: cancelled.reason }
  return end(deps, tenant_id, key, { outcome: 'refused', code: 'over', reason: 'cancelled' })
}

/** Posts what was delivered, gives back what was refused, and leaves everything else open. */
async function end({ money, keys }: LiveDeps, tenant_id: number, key: string, answer: Answer<Standing>): Promise<LiveOutcome> {
  if (answer.outcome === 'unknown') return answer
  if (answer.outcome === 'refused') {
    await money.void(tenant_id, key, null, `${answer.code}: ${answer.reason}`)
    return answer
  }
  if (answer.value.state === 'created') return { outcome: 'unknown', reason: 'not delivered yet' }
  const { supplier_reference, delivery } = answer.value
  const payload = sealDelivery(keys, tenant_id, key, delivery)
  return { outcome: 'sold', sale_id: await money.post(tenant_id, key, { reference: supplier_reference, payload }) }
}

/** A mistake of the adapter is no proof of anything. */
async function answered<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await ask()
  } catch (error) {
    return { outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) }
  }
}
