// How long a seller waits for the outcome of an order: some seconds, whichever process learns the outcome. After that the supplier is asked without the seller
// waiting.
import { setTimeout as pause } from 'node:timers/promises'
import { asEnded, type Ended, type EndingDeps } from './endings.ts'

export type PatienceDeps = Pick<EndingDeps, 'money' | 'clock'> & {
  patience_ms?: number
  /** Whether this process asks about open orders again by itself. If it does not, it will not learn of a later answer, so the seller does not wait for one. */
  asksAgain?: boolean
}

const PATIENCE_MS = 8_000
/** How often a waiting seller checks whether the order has ended. */
const LOOK_MS = 500

/**
 * Makes the function that waits for the outcome of an order. `workOn`: returns the work on an order that is under way in this process, if there is
 * any.
 */
export const createPatience = (
  { money, clock, patience_ms = PATIENCE_MS, asksAgain = true }: PatienceDeps,
  workOn: (tenant_id: number, key: string) => Promise<Ended> | undefined,
) =>
  async function outcomeOf(tenant_id: number, key: string, doing: Promise<Ended>): Promise<Ended> {
    for (const end = performance.now() + patience_ms; ; ) {
      const ended = await within(doing, end - performance.now())
      const left_ms = end - performance.now() - LOOK_MS
      const isSoon = ended.outcome === 'unknown' && ended.next && ended.next.getTime() - clock().getTime() < left_ms
      if (!isSoon || !asksAgain || left_ms <= 0) return ended
      await pause(LOOK_MS)
      const hold = await money.holdState(tenant_id, key)
      if (hold && hold.state !== 'open') return asEnded(hold)
      doing = workOn(tenant_id, key) ?? doing
    }
  }

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
