// Functions for tests of an adapter with its simulator over real HTTP: they cause faults of an order, and compare the adapter's answers with the simulator's
// own journal until the order has ended.
import type { Fault } from '../../simulators/kit/faults.ts'
import { type Simulated, seeded } from '../../simulators/kit/shop.ts'
import { newId } from '../kit/ids.ts'
import { baseOf } from '../suppliers/addresses.ts'
import type { Answer, Order, Standing, Supplier } from '../suppliers/supplier.ts'
import type { Exchange } from '../suppliers/wire.ts'

/** Connects an adapter to a simulator, with short timeouts and no pauses. `exchanges` collects the requests and answers. */
export function reach(simulated: Simulated) {
  const found = baseOf(simulated.url, { origins: [], loopback: true })
  if (!('base' in found)) throw new Error(found.problem)
  const exchanges: Exchange[] = []
  const limits = { whole_ms: 250, silence_ms: 200, again_after_ms: 5, failures: 1_000 }
  return { to: { base: found.base, limits, onExchange: (exchange: Exchange) => void exchanges.push(exchange) }, exchanges }
}

/** Faults of an order, whether the supplier carries the order out in spite of the fault, and the answer that the adapter has to give. */
export const FAULTS: readonly { kind: Fault['kind']; done: boolean; says: 'unknown' | 'refused' }[] = [
  ...(['hang', 'cut', 'garbage', 'status_500'] as const).flatMap((kind) => [
    { kind, done: false, says: 'unknown' } as const,
    { kind, done: true, says: 'unknown' } as const,
  ]),
  { kind: 'half', done: true, says: 'unknown' },
  { kind: 'status_429', done: false, says: 'refused' },
]

/** `route`: the simulator's route for an order. `ms`: the time until an order is delivered. */
export type Played = { supplier: Supplier; simulated: Simulated; route: string; order: Order; ms?: number }

/** Returns how many pieces of an order the simulator has delivered, less those that were cancelled or reversed. */
export function netOf({ simulated }: Played, reference: string): number {
  const count = (event: string) => simulated.journal().filter((note) => note.reference === reference && note.event === event).length
  return count('delivered') - count('cancelled') - count('reversed')
}

/** Returns the answer; throws if it contradicts the simulator's journal. */
export function agreed(played: Played, reference: string, answer: Answer<Standing>): Answer<Standing> {
  const net = netOf(played, reference)
  const isDelivered = answer.outcome === 'done' && answer.value.state === 'delivered'
  if (isDelivered && net !== 1) throw new Error(`said delivered, but the supplier says ${net}`)
  if (answer.outcome === 'refused' && net !== 0) throw new Error(`said refused, but the supplier says ${net}`)
  return answer
}

/**
 * Asks the supplier until it is certain whether the order was delivered; an order that can be reversed is reversed, as a sale would do, and counts as not
 * delivered.
 */
export async function settled(played: Played, reference: string): Promise<Answer<Standing>> {
  const { supplier, simulated, ms } = played
  if (ms) simulated.advance(ms)
  const stands = agreed(played, reference, await supplier.status(reference))
  if (stands.outcome !== 'done' || stands.value.state === 'delivered') return stands
  const cancelled = await supplier.cancel(reference, stands.value.supplier_reference)
  if (cancelled.outcome !== 'done') throw new Error(`neither delivered nor taken back: ${JSON.stringify(cancelled)}`)
  return agreed(played, reference, await supplier.status(reference))
}

/**
 * Orders during a fault, and asks until the order's end is certain; an order that never arrived is sent again under the same reference. Returns the first and
 * the last answer; throws if one of them is not allowed.
 */
export async function suffers(played: Played, fault: (typeof FAULTS)[number]): Promise<{ first: Answer<Standing>; last: Answer<Standing> }> {
  const { supplier, simulated, route, order } = played
  const reference = newId()
  simulated.fault(route, fault.kind, fault.done)
  const first = agreed(played, reference, await supplier.create(reference, order))
  if (first.outcome !== fault.says) throw new Error(`${fault.kind} ${fault.done}: ${JSON.stringify(first)}`)
  const stands = await settled(played, reference)
  // A refusal is final, so the order must not be delivered later either.
  if (first.outcome === 'refused') agreed(played, reference, first)
  if (fault.done) {
    if (stands.outcome === 'unknown') throw new Error(`arrived, but is not known: ${stands.reason}`)
    return { first, last: stands }
  }
  if (stands.outcome !== 'unknown') throw new Error(`never arrived, but is said to be: ${JSON.stringify(stands)}`)
  const again = await supplier.create(reference, order)
  return { first, last: again.outcome === 'unknown' ? await settled(played, reference) : agreed(played, reference, again) }
}

const ORDERS = 40
const ASKED_MAX = 60
/** How often a request that only reads is sent before it counts as failed. */
const TRIES = 3

/**
 * Makes many orders over a bad network, where every third order or status request fails for good in some way, and asks about each order until its end is known.
 * Returns the number of delivered orders, and throws if journal and answers differ.
 */
export async function weathered(played: Played, seed: number): Promise<number> {
  try {
    return await inWeather(played, seed)
  } finally {
    // These requests use up the faults that are left, so that the next orders meet no fault.
    await played.supplier.status(newId())
    await played.supplier.status(newId())
  }
}

async function inWeather(played: Played, seed: number): Promise<number> {
  const { supplier, simulated, route, order, ms } = played
  const random = seeded(seed)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const kinds = ['cut', 'garbage', 'status_500', 'half'] as const
  const create = (reference: string) => {
    if (random() < 0.35) simulated.fault(route, pick(kinds), random() < 0.5)
    return supplier.create(reference, order)
  }
  let delivered = 0
  for (let n = 0; n < ORDERS; n++) {
    const reference = newId()
    let answer = agreed(played, reference, await create(reference))
    for (let asked = 0; answer.outcome === 'unknown' || (answer.outcome === 'done' && answer.value.state === 'created'); asked++) {
      if (asked > ASKED_MAX) throw new Error(`never known: ${JSON.stringify(answer)}`)
      if (ms) simulated.advance(ms)
      if (answer.outcome === 'unknown' && answer.reason === 'NOT_KNOWN_THERE') agreed(played, reference, await create(reference))
      if (random() < 0.35) simulated.fault('*', pick(kinds), random() < 0.5, pick([1, TRIES]))
      if (answer.outcome === 'done') await supplier.cancel(reference, answer.value.supplier_reference)
      answer = agreed(played, reference, await supplier.status(reference))
    }
    if (ms) simulated.advance(ms)
    await supplier.status(reference)
    agreed(played, reference, answer)
    delivered += netOf(played, reference)
  }
  return delivered
}

/**
 * Sends a request for an order's state that the supplier refuses; returns whether the answer is `unknown`. Such a refusal must not count as the order's state.
 */
export async function turnedAway(stranger: Supplier): Promise<boolean> {
  return (await stranger.status(newId(), new Date(0))).outcome === 'unknown'
}

/** A wrong adapter, which treats silence as a refusal, so that delivered orders are refunded. Every test that uses it must notice this. */
export const hasty = (supplier: Supplier): Supplier => ({
  ...supplier,
  create: async (reference, order) => {
    const answer = await supplier.create(reference, order)
    return answer.outcome === 'unknown' ? { outcome: 'refused', code: 'not_available', reason: answer.reason } : answer
  },
})
