// The typed functions of a hold's order at a supplier. The order is sent once, only one server at a time asks about its state, and it ends together with its
// hold. Part of money.ts.
import type { Money } from '../../contract/kit/money.ts'
import type { caseKinds } from '../../contract/live/cases.ts'
import { newId } from '../kit/ids.ts'
import type { MoneyDb } from '../postgres/db.ts'
import type { Lease } from './holds.ts'

export type OrderState = 'created' | 'sent' | 'held' | 'unknown' | 'manual' | 'delivered' | 'refused' | 'reversed'
export type CaseKind = (typeof caseKinds)['order'][number]

/**
 * An order whose lease this server has. `asked`: how often a server took the order to ask for its state, including this time; `cost_total`: the agreed cost.
 */
export type TakenOrder = {
  key: string
  connection_id: string
  state: OrderState
  hold_state: 'open' | 'posted' | 'void'
  supplier_reference: string | null
  sealed: Buffer
  sent_at: string | null
  asked: number
  cost_total: Money
  created_at: string
}

/**
 * News about an order. `state`: the new state of an open order. `next`: when to ask the supplier again. `keep`: until when this server keeps the
 * lease; without it, the lease ends.
 */
export type Noted = { state: 'held' | 'unknown' | 'manual'; reference?: string | null; said?: string | null; next: Date | null; keep?: Date }

export const orderDoors = ({ call, once }: Pick<MoneyDb, 'call' | 'once'>, now: () => Date) => ({
  /**
   * Called before an order leaves the server. True: the holder of the lease sends the order now; false: the order may no longer be sent. The call is never
   * repeated automatically, because only one call answers true.
   */
  async sendOrder(tenant_id: number, key: string, { id: lease, until }: Lease): Promise<boolean> {
    const text = 'select send_order(:tenant_id, :now, :key, :lease, :until) as is_ours'
    const [row] = await call<{ is_ours: boolean }>({ name: 'send_order', text, values: { tenant_id, now: now(), key, lease, until }, once: true })
    return row?.is_ours === true
  },

  /** Gives back the hold of an order that certainly never left this server; returns false if the order may have left, or the hold ended in another way. */
  async dropOrder(tenant_id: number, key: string, reason: string): Promise<boolean> {
    const text = 'select drop_order(:tenant_id, :now, :key, :reason) as is_dropped'
    const [row] = await call<{ is_dropped: boolean }>({ name: 'drop_order', text, values: { tenant_id, now: now(), key, reason } })
    return row?.is_dropped === true
  },

  /** Takes orders without a valid lease: those of `keys`, or any; with `is_due` only those that are due. */
  takeOrders: (
    tenant_id: number,
    { id: lease, until }: Lease,
    { keys = null, is_due, most }: { keys?: readonly string[] | null; is_due: boolean; most: number },
  ) =>
    call<TakenOrder>({
      name: 'take_orders',
      isQuiet: true,
      text: 'select * from take_orders(:tenant_id, :now, :lease, :until, :keys::uuid[], :is_due, :most)',
      values: { tenant_id, now: now(), lease, until, keys, is_due, most },
      // A repeated call would not get the same orders, because the call whose answer was lost has leased them, and they wait until that lease ends.
      once: true,
    }),

  /** Returns the state of a hold, and the reason if it was given back. */
  async holdState(tenant_id: number, key: string): Promise<{ state: 'open' | 'posted' | 'void'; sale_id: string | null; reason: string } | undefined> {
    const text = 'select state, sale_id, reason from holds where tenant_id = :tenant_id and key = :key'
    const [row] = await once<{ state: 'open' | 'posted' | 'void'; sale_id: string | null; reason: string }>(tenant_id, {
      ...{ name: 'hold_state', text, values: { tenant_id, key } },
    })
    return row
  },

  /** Records news about an order, if the news does not end the order; returns false if the order has lost this lease, as another server took or ended it. */
  async noteOrder(tenant_id: number, key: string, { id: lease }: Lease, { state, reference = null, said = null, next, keep }: Noted): Promise<boolean> {
    const text = 'select note_order(:tenant_id, :now, :key, :lease, :state, :reference, :said, :next, :keep) as is_noted'
    const values = { tenant_id, now: now(), key, lease, state, reference, said, next, keep: keep ?? null }
    const [row] = await call<{ is_noted: boolean }>({ name: 'note_order', text, values })
    return row?.is_noted === true
  },

  /** Opens a case for a person because the supplier contradicts the books, once for each kind of case. `cost`: what the supplier charges now. */
  async openCase(tenant_id: number, key: string, kind: CaseKind, said: string, cost: Money | null = null): Promise<void> {
    const values = { tenant_id, now: now(), key, id: newId(), kind, said, cost }
    await call({ name: 'open_case', text: 'select open_case(:tenant_id, :now, :key, :id, :kind, :said, :cost)', values })
  },
})
