// The orders that this process works on. Each order is worked on only once at a time, however many callers wait for it, and a due order is taken under a lease.
import type { FastifyBaseLogger } from 'fastify'
import type { Lease } from '../money/holds.ts'
import type { TakenOrder } from '../money/orders.ts'
import type { Ended, EndingDeps } from './endings.ts'
import { leaseAt } from './order-dialogue.ts'

export type InHandDeps = Pick<EndingDeps, 'money' | 'clock'> & {
  log: Pick<FastifyBaseLogger, 'error'>
  /** Whether this process asks by itself about orders that are left open. Tests switch this off and make these requests themselves. */
  asksAgain?: boolean
}

/** How many orders of a tenant are taken at a time. */
const TAKEN_MAX = 50
/** This process itself asks about orders that are due within this time; the job that runs each minute asks about all others. */
const SOON_MS = 60_000
const EARLY_MS = 5

/** Makes the list of orders that this process works on. `settle`: asks the supplier about an order that was left open. */
export function createOrdersInHand(
  { money, clock, log, asksAgain = true }: InHandDeps,
  settle: (tenant_id: number, order: TakenOrder, lease: Lease) => Promise<Ended>,
) {
  /** The work under way, by key, so that later callers wait for the same answer. */
  const working = new Map<string, Promise<Ended>>()
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false

  const nameOf = (tenant_id: number, key: string) => `${tenant_id}|${key}`

  /** Works on one order, and asks about it again automatically if that is due soon. */
  function work(tenant_id: number, key: string, does: () => Promise<Ended>): Promise<Ended> {
    const name = nameOf(tenant_id, key)
    const doing = does()
      .catch((error: unknown): Ended => {
        // After any error the order is still stored; its lease expires, and a later run of the job takes it.
        leftForLater(tenant_id, key, error)
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
    if (isClosed || !asksAgain || in_ms > SOON_MS) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void takeUp(tenant_id, [key]).catch((error: unknown) => leftForLater(tenant_id, key, error))
    }, in_ms)
    timers.add(timer.unref())
  }

  async function takeUp(tenant_id: number, keys: readonly string[] | null = null, is_due = true): Promise<number> {
    if (isClosed) return 0
    const lease = leaseAt(clock())
    const taken = await money.takeOrders(tenant_id, lease, { keys, is_due, most: TAKEN_MAX })
    for (const order of taken) void work(tenant_id, order.key, () => settle(tenant_id, order, lease))
    return taken.length
  }

  function leftForLater(tenant_id: number, key: string, error: unknown): void {
    log.error({ error: error instanceof Error ? error.message : String(error), tenant_id, key }, 'a live order is left for later')
  }

  async function idle(): Promise<void> {
    while (working.size > 0) await Promise.all(working.values())
  }

  return {
    work,
    /** The work on an order, if it is under way in this process. */
    workOn: (tenant_id: number, key: string) => working.get(nameOf(tenant_id, key)),
    /**
     * Takes orders and begins to work on them, without waiting for the end: `takeUpDue` takes those that are due, `takeUpNow` a single order. Both return the
     * number of orders taken.
     */
    takeUpDue: (tenant_id: number) => takeUp(tenant_id),
    takeUpNow: (tenant_id: number, key: string) => takeUp(tenant_id, [key], false),
    /** Waits until no order is under way in this process. */
    idle,
    close(): Promise<void> {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      return idle()
    },
  }
}
