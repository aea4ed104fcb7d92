// Decides how an answer ends an order, or when the supplier is asked about the order again. A delivered order is posted, a refused order is voided. An answer
// that contradicts an earlier end opens a case for a person and changes nothing.
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from '../kit/errors.ts'
import type { Keys } from '../kit/keys.ts'
import { sealDelivery } from '../kit/seal.ts'
import type { Lease } from '../money/holds.ts'
import type { MoneyDoor } from '../money/money.ts'
import type { Clock } from '../postgres/clock.ts'
import { NOT_FOUND, named } from './answer-rules.ts'
import { otherThan } from './delivery-check.ts'
import type { Answer, OrderEcho, RefusedBy, Standing } from './supplier.ts'

export type EndingDeps = {
  money: MoneyDoor
  keys: Keys
  clock: Clock
  /** Called between two steps; a test stops the process at such a call. */
  between?: (step: 'held' | 'sending' | 'answered' | 'posted', key: string) => Promise<void>
}

export type Ended =
  | { outcome: 'sold'; sale_id: string }
  /** The supplier refused, and the money was given back. `cost`: the supplier's present price, if the price is the reason. */
  | { outcome: 'refused'; code: RefusedBy; reason: string; cost?: number }
  /** The outcome is not known yet, so the money stays held. `next`: when the supplier is asked about the order again. */
  | { outcome: 'unknown'; reason: string; next?: Date | null }

/** An order under this server's lease. `asked`: how often the supplier was asked about it before this answer; `agreed`: its maximum cost. */
export type At = {
  tenant_id: number
  key: string
  /** The supplier's own name of the order, once it is known. */
  supplier_reference: string | null
  lease: Lease
  asked: number
  sent_at: string | null
  agreed: number
  /** The description of the order that the supplier should give. */
  expected?: OrderEcho
  hold_state?: 'open' | 'posted' | 'void'
}

const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000]
/**
 * The pauses between two questions about an open order. After the last pause a person has to end the order; the supplier is then still asked about it once a
 * day.
 */
const PAUSES_MS = [2 * SECOND, 5 * SECOND, 10 * SECOND, 20 * SECOND, 40 * SECOND, 300 * SECOND, HOUR]
/**
 * A little longer than the ten minutes after which it is certain that a reference which the supplier does not know never arrived (answer-rules.ts).
 */
const CERTAIN_MS = 600 * SECOND + 5 * SECOND
/**
 * When ended orders are checked again. Orders of three kinds are checked twice more: those delivered, those refused that the supplier has named, and those the
 * supplier never saw. The first check is an hour after the end, the second a day after sending.
 */
const LOOK_MS = HOUR
/** For how long after an order was sent the supplier is asked about it once a day, if the order was voided without the supplier's own answer. */
const LOOKED_MS = 7 * DAY
/** Pauses between tries to store the end of an order, because the database may be unreachable for a moment just after the supplier has delivered. */
const POST_AGAIN_MS = [200, 1_000, 3_000, 9_000]

/** The reason for an unknown outcome of an order about which the supplier cannot be asked. */
export const NOT_SEARCHED = 'NOT_SEARCHED'

/** When to ask the supplier again about an open order, and whether a person has to be told. */
export function later(now: Date, { asked, sent_at }: Pick<At, 'asked' | 'sent_at'>, reason: string): { state: 'unknown' | 'manual'; next: Date | null } {
  if (reason === NOT_SEARCHED) return { state: 'manual', next: null }
  if (reason === NOT_FOUND) return { state: 'manual', next: new Date(now.getTime() + DAY) }
  const state = asked > PAUSES_MS.length ? 'manual' : 'unknown'
  const next = now.getTime() + (PAUSES_MS[asked] ?? DAY)
  const certain = sent_at === null ? next : new Date(sent_at).getTime() + CERTAIN_MS
  const isSooner = reason === 'NOT_KNOWN_THERE' && certain > now.getTime() && certain < next
  return { state, next: new Date(isSooner ? certain : next) }
}

/** The outcome of an ended hold, as reported when it ended. */
export function asEnded({ sale_id, reason }: { sale_id: string | null; reason: string }): Ended {
  if (sale_id !== null) return { outcome: 'sold', sale_id }
  const [, code = 'over', said = reason] = /^(\w+): (.*)$/s.exec(reason) ?? []
  return { outcome: 'refused', code: code as RefusedBy, reason: said }
}

/** The answer to believe. A supplier that has given an order a name is not believed if it says later that it never saw the order. */
const believed = ({ supplier_reference }: At, answer: Answer<Standing>): Answer<Standing> =>
  answer.outcome === 'refused' && answer.code === 'never_seen' && supplier_reference ? named(NOT_FOUND, supplier_reference) : answer

export function createEndings({ money, keys, clock, between = async () => undefined }: EndingDeps) {
  const certainly = new Set(['PX432', 'PX433', 'PX404', 'PX437'])
  async function persistently<T>(work: () => Promise<T>): Promise<T> {
    for (const ms of POST_AGAIN_MS)
      try {
        return await work()
      } catch (error) {
        if (certainly.has(codeOf(error))) throw error
        await pause(ms)
      }
    return work()
  }
  /**
   * Does the work and returns its result. Undefined if the work fails with this code, because the hold had already ended in the other way: it was voided and
   * could not be posted, or it was posted and could not be voided.
   */
  const unless = async <T>(code: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await persistently(work)
    } catch (error) {
      if (codeOf(error) === code) return undefined
      throw error
    }
  }
  const secondLook = ({ sent_at }: At): Date | null => {
    const at = sent_at === null ? 0 : new Date(sent_at).getTime() + DAY
    return at > clock().getTime() ? new Date(at) : null
  }
  const hadEnded = ({ hold_state }: At) => hold_state !== undefined && hold_state !== 'open'
  /** Ends this server's work on an ended order after the check. The supplier is not asked about it again automatically, except at `next`. */
  const letGo = async (at: At, said: string, next: Date | null = null): Promise<void> => {
    if (hadEnded(at)) await money.noteOrder(at.tenant_id, at.key, at.lease, { state: 'manual', said, next })
  }

  async function refusedBy(at: At, { code, reason, named: theirs }: Extract<Answer<never>, { outcome: 'refused' }>): Promise<Ended> {
    const { tenant_id, key, lease } = at
    const reference = theirs?.supplier_reference ?? null
    // Stores the supplier's name of the order, by which the later check asks about it.
    if (reference && !at.supplier_reference && !hadEnded(at))
      await money.noteOrder(tenant_id, key, lease, { state: 'unknown', reference, next: lease.until, keep: lease.until })
    const isLookedAt = code === 'never_seen' || reference !== null || at.supplier_reference !== null
    const again = isLookedAt ? new Date(clock().getTime() + LOOK_MS) : null
    const said = `${code}: ${reason}`
    const isBack = await unless('PX432', () => money.void(tenant_id, key, null, said, again).then(() => true))
    if (!isBack) await money.openCase(tenant_id, key, 'late_refusal', said)
    await letGo(at, said, secondLook(at))
    return { outcome: 'refused', code, reason }
  }

  async function deliveredAs(at: At, { supplier_reference, delivery, cost, told }: Extract<Standing, { state: 'delivered' }>): Promise<Ended> {
    const { tenant_id, key, agreed } = at
    const payload = sealDelivery(keys, tenant_id, key, delivery)
    const sale_id = await unless('PX433', () => money.post(tenant_id, key, { reference: supplier_reference, payload })).catch((error: unknown) => {
      if (codeOf(error) === 'PX437') return null
      throw error
    })
    if (sale_id === null) {
      // The supplier gave two of our orders the same reference. So it did not deliver one of them, and a person has to find out which.
      await money.openCase(tenant_id, key, 'same_reference', supplier_reference)
      await money.noteOrder(tenant_id, key, at.lease, { state: 'manual', said: 'the name of another order', next: null })
      return { outcome: 'unknown', reason: 'the name of another order', next: null }
    }
    await between('posted', key)
    if (sale_id === undefined) await money.openCase(tenant_id, key, 'late_delivery', supplier_reference, cost ?? null)
    else if (cost === null) await money.openCase(tenant_id, key, 'cost_unknown', supplier_reference)
    else if (cost !== undefined && cost > agreed) await money.openCase(tenant_id, key, 'other_cost', supplier_reference, cost)
    const other = otherThan(at.expected ?? {}, told)
    if (other) await money.openCase(tenant_id, key, 'other_delivery', other)
    await letGo(at, 'delivered', secondLook(at))
    return sale_id === undefined ? { outcome: 'unknown', reason: 'late delivery', next: null } : { outcome: 'sold', sale_id }
  }

  return {
    /** Posts a delivered order, voids a refused order, and leaves an order with any other answer open until later. */
    async end(at: At, said: Answer<Standing>): Promise<Ended> {
      const answer = believed(at, said)
      if (answer.outcome === 'refused') return refusedBy(at, answer)
      if (answer.outcome === 'done' && answer.value.state === 'delivered') return deliveredAs(at, answer.value)
      const { tenant_id, key, lease } = at
      const reason = answer.outcome === 'done' ? 'not delivered yet' : answer.reason
      const { supplier_reference = null } = (answer.outcome === 'done' ? answer.value : answer.named) ?? {}
      if (hadEnded(at)) {
        // An order that was voided without the supplier's own answer is checked for some days until the supplier answers.
        const isYoung = at.sent_at !== null && clock().getTime() - new Date(at.sent_at).getTime() < LOOKED_MS
        const isAsked = at.hold_state === 'void' && isYoung && reason !== NOT_FOUND
        await letGo(at, reason, isAsked ? new Date(clock().getTime() + DAY) : secondLook(at))
        return { outcome: 'unknown', reason, next: null }
      }
      if (reason === NOT_FOUND) await money.openCase(tenant_id, key, 'not_found', at.supplier_reference ?? '')
      const { state, next } = later(clock(), at, reason)
      await money.noteOrder(tenant_id, key, lease, { state, reference: supplier_reference, said: reason, next })
      return { outcome: 'unknown', reason, next }
    },
  }
}
