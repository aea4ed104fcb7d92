// Sends a supplier the requests about one order. A new order is sent and confirmed; an order that was left open is asked about and cancelled. Each answer ends
// the order, or says when to ask the supplier again (endings.ts).
import { codeOf } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { HoldAsked, Lease } from '../money/holds.ts'
import type { TakenOrder } from '../money/orders.ts'
import { named } from './answer-rules.ts'
import type { ConnectionRow } from './connections.sql.ts'
import type { Suppliers } from './connections.ts'
import { objectionTo } from './delivery-check.ts'
import { type At, createEndings, type Ended, type EndingDeps, NOT_SEARCHED } from './endings.ts'
import { openOrder } from './sealed-order.ts'
import type { Answer, Order, Supplier } from './supplier.ts'

/** The calls by which a product is ordered. For trips the caller passes them. */
export type Steps = Pick<Supplier, 'create' | 'confirm' | 'cancel' | 'status' | 'expects'>

export type DialogueDeps = EndingDeps & { suppliers: Pick<Suppliers, 'open'> }

/** The purchase that an order is for. */
type Placed = Pick<HoldAsked, 'tenant_id' | 'key' | 'supplier_id' | 'cost'>
type Way = { lease: Lease; rows: readonly ConnectionRow[]; steps?: Steps | undefined }
type Refused = Extract<Answer<never>, { outcome: 'refused' }>

/** How long a lease lasts, in milliseconds: longer than any single request may take. */
const LEASE_MS = 100_000

export const leaseAt = (now: Date, id = newId()): Lease => ({ id, until: new Date(now.getTime() + LEASE_MS) })

export function createDialogue(deps: DialogueDeps) {
  const { money, keys, clock, suppliers, between = async () => undefined } = deps
  const endings = createEndings(deps)

  /**
   * Opens the supplier of an order. `read`: the connection as it was just read, for a new order; such an order is refused if the connection is
   * switched off.
   */
  async function open(tenant_id: number, connection_id: string, read?: readonly ConnectionRow[]): Promise<Answer<Steps>> {
    const opened = await suppliers.open(tenant_id, connection_id, read)
    if (!opened) return { outcome: 'unknown', reason: 'NO_CONNECTION' }
    if (read && !opened.connection.is_active) return { outcome: 'refused', code: 'not_available', reason: 'SWITCHED_OFF' }
    return opened.kind === 'trips' ? { outcome: 'unknown', reason: NOT_SEARCHED } : { outcome: 'done', value: opened.supplier }
  }

  /**
   * Sends a new order to its supplier; an order whose supplier cannot be asked is dropped. `steps`: how the product is ordered, if the connection
   * does not say so.
   */
  async function place(asked: Placed, order: Order, { lease, rows, steps }: Way): Promise<Ended> {
    const { tenant_id, key, supplier_id } = asked
    const opened = steps ? { outcome: 'done' as const, value: steps } : await answered(() => open(tenant_id, supplier_id, rows))
    if (opened.outcome === 'done') return send(asked, order, opened.value, lease)
    const { reason } = opened
    const code = opened.outcome === 'refused' ? opened.code : 'not_reached'
    await money.dropOrder(tenant_id, key, `${code}: ${reason}`)
    return { outcome: 'refused', code, reason }
  }

  /** Sends the order and confirms it, and ends it according to the answer. */
  async function send(asked: Placed, order: Order, steps: Steps, lease: Lease): Promise<Ended> {
    const { tenant_id, key, cost: agreed } = asked
    await between('held', key)
    const sent_at = clock()
    const sending = leaseAt(sent_at, lease.id)
    if (!(await money.sendOrder(tenant_id, key, sending))) return { outcome: 'unknown', reason: 'somebody else has it' }
    await between('sending', key)
    const expected = steps.expects?.(order) ?? {}
    const at = { tenant_id, key, lease, asked: 0, sent_at: sent_at.toISOString(), agreed, supplier_reference: null, expected }
    const created = await answered(() => steps.create(key, order))
    await between('answered', key)
    if (created.outcome !== 'done' || created.value.state === 'delivered') return endings.end(at, created)
    const { supplier_reference, cost } = created.value
    const objection = objectionTo(created.value, agreed, expected)
    if (objection) {
      const ended = await cancel(at, steps, supplier_reference, objection)
      return ended.outcome === 'refused' && ended.code === 'amount' && cost ? { ...ended, cost } : ended
    }
    const { until } = leaseAt(clock())
    const isOurs = await money.noteOrder(tenant_id, key, lease, { state: 'held', reference: supplier_reference, next: until, keep: until })
    if (!isOurs) return { outcome: 'unknown', reason: 'somebody else has it' }
    return endings.end({ ...at, supplier_reference }, await answered(() => steps.confirm(key, supplier_reference)))
  }

  /** Asks the supplier about an order that was left open; an order that was never sent is dropped. */
  async function settle(tenant_id: number, order: TakenOrder, lease: Lease): Promise<Ended> {
    const { key, asked, sent_at: at_first, cost_total: agreed, hold_state, supplier_reference: theirs } = order
    const at = { tenant_id, key, lease, asked, sent_at: at_first, agreed, hold_state, supplier_reference: theirs }
    if (order.state === 'created' && (await money.dropOrder(tenant_id, order.key, 'not_reached: never sent'))) {
      return { outcome: 'refused', code: 'not_reached', reason: 'never sent' }
    }
    const sent_at = new Date(order.sent_at ?? order.created_at)
    const opened = await answered(() => open(tenant_id, order.connection_id))
    if (opened.outcome !== 'done') return endings.end(at, opened)
    const steps = opened.value
    const expected = steps.expects?.(openOrder(keys, { tenant_id, key }, order.sealed)) ?? {}
    const stands = await answered(() => steps.status(order.key, sent_at, theirs))
    if (stands.outcome !== 'done' || stands.value.state === 'delivered') return endings.end({ ...at, expected }, stands)
    // A posted order was delivered, so it is not cancelled, even if the supplier no longer shows its PIN (some suppliers show a PIN only once).
    if (order.hold_state === 'posted') return endings.end(at, stands)
    // The seller no longer waits, so the order is cancelled. If another process still tries to confirm it, the supplier refuses that.
    return cancel(at, steps, stands.value.supplier_reference, OVER)
  }

  /**
   * Cancels an order that the supplier has stored but not delivered. The answer contains the supplier's name of the order, so the supplier is asked about the
   * cancelled order again later (LOOK_MS in endings.ts).
   */
  async function cancel(at: At, steps: Steps, supplier_reference: string, because: Refused): Promise<Ended> {
    const cancelled = await answered(() => steps.cancel(at.key, supplier_reference))
    return endings.end(at, cancelled.outcome === 'done' ? { ...because, named: { supplier_reference } } : named(cancelled.reason, supplier_reference))
  }

  return { place, settle }
}

const OVER: Refused = { outcome: 'refused', code: 'over', reason: 'cancelled' }

/** Asks the adapter; if it throws, the outcome is unknown, because an error in the adapter does not tell what the supplier did. */
async function answered<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await ask()
  } catch (error) {
    return { outcome: 'unknown', reason: codeOf(error) || (error instanceof Error ? error.message : String(error)) }
  }
}
