// Gives each purchase of a batch its own outcome, or tries it again alone if the call failed or found a lock taken.
import { codeOf } from '../kit/errors.ts'
import { createTurns } from '../kit/turns.ts'
import type { Waiting } from './lanes.ts'
import type { WalletMarks } from './wallet-marks.ts'

export type OutcomeOptions<In, Out> = {
  /**
   * Sells items of one tenant, each key once; the outcomes are in the order of the items. `waits`: whether to wait for locks instead of answering
   * 'busy'.
   */
  run: (tenant_id: number, items: readonly In[], waits: boolean) => Promise<readonly Out[]>
  /** Whether the outcome says that nothing was done, so that the purchase should be tried alone. */
  isBusy: (out: Out) => boolean
  wallets: WalletMarks
  /** Called after a wallet of the tenant was released (WalletMarks). */
  released: (tenant_id: number) => void
}

/**
 * The limits for purchases that are tried alone: one at a time for each wallet, because two would wait for each other. The number of waiting purchases has no
 * limit, because never more wait than there are tills.
 */
const ALONE = { places: 6, tenant: 3, user: 1, waiting: Number.POSITIVE_INFINITY, wait_ms: 60_000 }

/** Errors that say that a lock was not obtained, or that a statement or an answer took too long. */
const STALLED = /^(55P03|57014|ETIMEDOUT)$/
/** Errors that say that the database cannot be reached. Each purchase tried alone would fail too, and only its key can tell later whether it was committed. */
const AWAY = /^(08...|53...|57P..|25006|ECONN.*|EPIPE|ETIMEDOUT)$/

export function createOutcomes<In, Out>({ run, isBusy, wallets, released }: OutcomeOptions<In, Out>) {
  type Each = Waiting<In, Out>
  const { slow } = wallets
  const alone = createTurns(ALONE)
  const running = new Set<{ since: number }>()

  async function together(batch: readonly Each[]): Promise<void> {
    const [first] = batch as [Each]
    try {
      const outs = await timed(first.tenant_id, batch, false)
      slow.delete(first.wallet_id)
      batch.forEach((waiting, i) => {
        const out = outs[i] as Out
        if (isBusy(out)) void byItself(waiting)
        else waiting.resolve(out)
      })
    } catch (error) {
      const isItsOwn = STALLED.test(codeOf(error)) && batch.every(({ wallet_id }) => wallet_id === first.wallet_id)
      if (isItsOwn) slow.add(first.wallet_id)
      if (batch.length === 1 || isItsOwn || AWAY.test(codeOf(error))) for (const { reject } of batch) reject(error)
      // The failure of one purchase must not refuse the others. Nothing was committed, so each purchase is tried again alone under its own key.
      else for (const wallet_id of new Set(batch.map((waiting) => waiting.wallet_id))) void apart(batch.filter((waiting) => waiting.wallet_id === wallet_id))
    }
  }

  /** Sells the purchases of one wallet one by one. Once one of them has waited for a lock in vain, the rest are refused without waiting. */
  async function apart(waitings: readonly Each[]): Promise<void> {
    const [{ tenant_id, wallet_id }] = waitings as [Each]
    wallets.hold(wallet_id)
    for (const waiting of waitings) {
      const error = slow.has(wallet_id) ? stalled() : await byItself(waiting)
      if (STALLED.test(codeOf(error))) slow.add(wallet_id)
      waiting.reject(error)
    }
    wallets.release(wallet_id)
    released(tenant_id)
  }

  /** Sells one purchase alone; returns the error, if there was one. */
  async function byItself(waiting: Each): Promise<unknown> {
    try {
      const [out] = await alone.inTurn({ tenant_id: waiting.tenant_id, user_id: waiting.wallet_id }, () => timed(waiting.tenant_id, [waiting], true))
      waiting.resolve(out as Out)
      return undefined
    } catch (error) {
      waiting.reject(error)
      return error
    }
  }

  async function timed(tenant_id: number, batch: readonly Each[], waits: boolean): Promise<readonly Out[]> {
    const call = { since: performance.now() }
    running.add(call)
    try {
      return await run(
        tenant_id,
        batch.map(({ item }) => item),
        waits,
      )
    } finally {
      running.delete(call)
    }
  }

  return {
    /** Sells a batch in one call and answers each of its purchases. */
    together,
    running: (): Iterable<{ since: number }> => running,
  }
}

const stalled = () => Object.assign(new Error('another purchase of this wallet waited in vain'), { code: '55P03' })
