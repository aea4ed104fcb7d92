// The sale of a live product (decision 0045): the price is held and the order stored, the supplier is asked outside any transaction, and its answer
// posts the sale or returns the money. A missing answer ends nothing: the order is asked about until its state is known, by one process at a time.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { codeOf } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { HoldAsked, Lease } from '../money/holds.ts'
import type { TakenOrder } from '../money/orders.ts'
import type { RefusalCode } from '../money/refusals.ts'
import { named } from './answer-rules.ts'
import { type ConnectionRow, connectionNamed } from './connections.sql.ts'
import type { Suppliers } from './connections.ts'
import { objectionTo } from './delivery-check.ts'
import { asEnded, createEndings, type Ended, type EndingDeps, NOT_SEARCHED } from './endings.ts'
import { openOrder, orderAsked, type Shown } from './sealed-order.ts'
import type { Answer, Order, Supplier } from './supplier.ts'

export type LiveOutcome =
  /** `is_new`: ordered by this call, not by an earlier one with the same key. */
  | (Ended & { is_new?: true })
  /** Nothing was held, because our own rules refused. */
  | { outcome: 'not_held'; code: RefusalCode; available: number | null; missing: number | null; price: number | null }

/** How a product is ordered; for trips the caller passes these steps. */
export type Steps = Pick<Supplier, 'create' | 'confirm' | 'cancel' | 'status' | 'expects'>

/** A purchase: buyer, product and price; the order contains the request to the supplier. */
export type LiveAsked = Omit<HoldAsked, 'order' | 'request' | 'quantity' | 'lease'> & { quote_until?: Date | null }

export type LiveDeps = EndingDeps & {
  log: Pick<FastifyBaseLogger, 'error'>
  suppliers: Pick<Suppliers, 'open'>
  /** How long the seller waits for an answer; the questions go on without the seller. */
  patience_ms?: number
  /** No automatic questions: tests ask themselves. */
  isAlone?: boolean
}

const PATIENCE_MS = 8_000
/** Longer than any one request may take. */
const LEASE_MS = 100_000
/** The number of orders of a tenant that are taken up at a time. */
const TAKEN_MAX = 50
/** Questions due this soon are asked by this process itself, all others by the job that runs each minute. */
const SOON_MS = 60_000
const EARLY_MS = 5

export type LiveSales = ReturnType<typeof createLiveSales>

export function createLiveSales(deps: LiveDeps) {
  const { money, keys, clock, log, suppliers, patience_ms = PATIENCE_MS, isAlone = false, between = async () => undefined } = deps
  const endings = createEndings(deps)
  /** Orders that this process works on, by key: later callers wait for the same answer. */
  const working = new Map<string, Promise<Ended>>()
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false

  const leaseNow = (id = newId()): Lease => ({ id, until: new Date(clock().getTime() + LEASE_MS) })

  /** Works on one order, and asks again automatically where it is due soon. */
  function work(tenant_id: number, key: string, does: () => Promise<Ended>): Promise<Ended> {
    const name = `${tenant_id}|${key}`
    const doing = does()
      .catch((error: unknown): Ended => {
        // After any error the order is still stored, and its lease expires.
        log.error({ error: error instanceof Error ? error.message : String(error), tenant_id, key }, 'a live order is left for later')
        return { outcome: 'unknown', reason: 'interrupted' }
      })
      .then((ended) => {
        working.delete(name)
        if (ended.outcome === 'unknown' && ended.next) askLater(tenant_id, key, ended.next)
        return ended
      })
    working.set(name, doing)
    return doing
  }

  function askLater(tenant_id: number, key: string, at: Date): void {
    // A timer may fire slightly early, and an order that is not due yet cannot be taken.
    const in_ms = at.getTime() - clock().getTime() + EARLY_MS
    if (isClosed || isAlone || in_ms > SOON_MS) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void takeUp(tenant_id, [key]).catch((error: unknown) => log.error({ error: String(error), tenant_id, key }, 'a live order is left for later'))
    }, in_ms)
    timers.add(timer.unref())
  }

  /** Takes up due orders and works on them; returns their number without waiting for them. */
  async function takeUp(tenant_id: number, keys_: readonly string[] | null = null, is_due = true): Promise<number> {
    if (isClosed) return 0
    const lease = leaseNow()
    const taken = await money.takeOrders(tenant_id, lease, { keys: keys_, is_due, most: TAKEN_MAX })
    for (const order of taken) void work(tenant_id, order.key, () => settle(tenant_id, order, lease))
    return taken.length
  }

  async function settle(tenant_id: number, order: TakenOrder, lease: Lease): Promise<Ended> {
    const { key, asked, sent_at: at_first, cost_total: agreed, hold_state, supplier_reference: theirs } = order
    const at = { tenant_id, key, lease, asked, sent_at: at_first, agreed, hold_state, supplier_reference: theirs }
    if (order.state === 'created' && (await money.dropOrder(tenant_id, order.key, 'not_reached: never sent'))) {
      return { outcome: 'refused', code: 'not_reached', reason: 'never sent' }
    }
    const sent_at = new Date(order.sent_at ?? order.created_at)
    const opened = await answered(() => stepsOf(tenant_id, order.connection_id))
    if (opened.outcome !== 'done') return endings.end(at, opened)
    const steps = opened.value
    const expected = steps.expects?.(openOrder(keys, { tenant_id, key }, order.sealed)) ?? {}
    const stands = await answered(() => steps.status(order.key, sent_at, theirs))
    if (stands.outcome !== 'done' || stands.value.state === 'delivered') return endings.end({ ...at, expected }, stands)
    // A PIN that is shown only once is missing in later answers.
    if (order.hold_state === 'posted') return endings.end(at, stands)
    // The seller no longer waits. A cancelled order cannot be confirmed, so a process that still tries is refused.
    const { supplier_reference } = stands.value
    const cancelled = await answered(() => steps.cancel(order.key, supplier_reference))
    // The order has a name from here on: a cancelled order is checked once more.
    return endings.end(at, cancelled.outcome === 'done' ? { ...OVER, named: { supplier_reference } } : named(cancelled.reason, supplier_reference))
  }

  /** `read`: the connection, for a new order, which is refused where the connection is switched off. */
  async function stepsOf(tenant_id: number, connection_id: string, read?: readonly ConnectionRow[]): Promise<Answer<Steps>> {
    const opened = await suppliers.open(tenant_id, connection_id, read)
    if (!opened) return { outcome: 'unknown', reason: 'NO_CONNECTION' }
    if (read && !opened.connection.is_active) return { outcome: 'refused', code: 'not_available', reason: 'SWITCHED_OFF' }
    return opened.kind === 'trips' ? { outcome: 'unknown', reason: NOT_SEARCHED } : { outcome: 'done', value: opened.supplier }
  }

  /** Sends the order and confirms it, and ends it according to the answer. */
  async function send(asked: LiveAsked, order: Order, steps: Steps, lease: Lease): Promise<Ended> {
    const { tenant_id, key, cost: agreed } = asked
    await between('held', key)
    const sent_at = clock()
    const sending = leaseNow(lease.id)
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
      const cancelled = await answered(() => steps.cancel(key, supplier_reference))
      if (cancelled.outcome !== 'done') return endings.end(at, named(cancelled.reason, supplier_reference))
      return { ...(await endings.end(at, { ...objection, named: { supplier_reference } })), ...(objection.code === 'amount' && { cost }) } as Ended
    }
    const { until } = leaseNow()
    const isOurs = await money.noteOrder(tenant_id, key, lease, { state: 'held', reference: supplier_reference, next: until, keep: until })
    if (!isOurs) return { outcome: 'unknown', reason: 'somebody else has it' }
    return endings.end({ ...at, supplier_reference }, await answered(() => steps.confirm(key, supplier_reference)))
  }

  /** The outcome within the seller's waiting time, whichever process learns it. */
  async function patient(tenant_id: number, key: string, doing: Promise<Ended>): Promise<Ended> {
    for (const end = performance.now() + patience_ms; ; ) {
      const ended = await within(doing, end - performance.now())
      const left_ms = end - performance.now() - LOOK_MS
      const isSoon = ended.outcome === 'unknown' && ended.next && ended.next.getTime() - clock().getTime() < left_ms
      if (!isSoon || isAlone || left_ms <= 0) return ended
      await pause(LOOK_MS)
      const hold = await money.holdState(tenant_id, key)
      if (hold && hold.state !== 'open') return asEnded(hold)
      doing = working.get(`${tenant_id}|${key}`) ?? doing
    }
  }

  return {
    /**
     * Sells one piece; with a key that was used before it only asks about that sale, and never orders twice. Returns within some seconds: possibly `unknown`,
     * and the order goes on. `steps`: for trips, which are ordered in their own way.
     */
    async sell(asked: LiveAsked, order: Order, shown: Shown = {}, steps?: Steps): Promise<LiveOutcome> {
      const { tenant_id, key, supplier_id, quote_until = null, ...more } = asked
      const lease = leaseNow()
      const holding = { ...more, tenant_id, key, supplier_id, quantity: 1, lease, ...orderAsked(keys, asked, order, shown, quote_until) }
      // After the hold, never at the same time: an account may change while no order of it is open.
      const { held, rows } = await money.holdThenRead<ConnectionRow>(holding, connectionNamed(tenant_id, supplier_id))
      if (held.code === 'sold') return { outcome: 'sold', sale_id: held.sale_id }
      if (held.code !== 'held') return { ...held, outcome: 'not_held' }
      if (held.is_new) {
        const sending = async (): Promise<Ended> => {
          const opened = steps ? { outcome: 'done' as const, value: steps } : await answered(() => stepsOf(tenant_id, supplier_id, rows))
          if (opened.outcome === 'done') return send(asked, order, opened.value, lease)
          const { reason } = opened
          const code = opened.outcome === 'refused' ? opened.code : 'not_reached'
          await money.dropOrder(tenant_id, key, `${code}: ${reason}`)
          return { outcome: 'refused', code, reason }
        }
        return { ...(await patient(tenant_id, key, work(tenant_id, key, sending))), is_new: true }
      }
      return this.ask(tenant_id, key)
    },

    /** Asks about an order now; if a question is already under way, waits for that answer, or returns that it is not known yet. */
    async ask(tenant_id: number, key: string): Promise<Ended> {
      const name = `${tenant_id}|${key}`
      if (!working.has(name)) await takeUp(tenant_id, [key], false)
      const doing = working.get(name)
      return doing ? patient(tenant_id, key, doing) : { outcome: 'unknown', reason: 'somebody else has it' }
    },

    /** After a hint that an order has changed: asks at once, unless a question is under way. The caller does not wait. */
    hear: async (tenant_id: number, key: string): Promise<void> => void (await takeUp(tenant_id, [key], false)),

    /** The job: due orders of a tenant are taken up by the first server that comes, and asked about. */
    takeUp: (tenant_id: number) => takeUp(tenant_id),

    /** Waits until no order is under way in this process. */
    async idle(): Promise<void> {
      while (working.size > 0) await Promise.all(working.values())
    },

    async close(): Promise<void> {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      await this.idle()
    },
  }
}

/** How often a waiting seller checks whether the order has ended. */
const LOOK_MS = 500

async function within(doing: Promise<Ended>, ms: number): Promise<Ended> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Ended>((done) => {
    timer = setTimeout(() => done({ outcome: 'unknown', reason: 'waiting' }), Math.max(0, ms))
  })
  try {
    return await Promise.race([doing, late])
  } finally {
    clearTimeout(timer)
  }
}

const OVER = { outcome: 'refused', code: 'over', reason: 'cancelled' } as const

/** An error in the adapter proves nothing. */
async function answered<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await ask()
  } catch (error) {
    return { outcome: 'unknown', reason: codeOf(error) || (error instanceof Error ? error.message : String(error)) }
  }
}
