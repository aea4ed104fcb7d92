// Many tills at once: waiting purchases are sold by one call and one commit, each with its own outcome (figures: decision 0003). There is no timer: a free
// place takes what waits. Every tenant has lanes of its own, and a wallet always uses the same lane, so two calls never wait for one wallet. A late call
// delays only the wallets in it: its place and its lane are given to other purchases (decision 0018).
import { codeOf } from '../kit/errors.ts'
import { createTurns } from '../kit/turns.ts'

export type Waiting<In, Out> = {
  tenant_id: number
  key: string
  wallet_id: string
  item: In
  since: number
  resolve: (out: Out) => void
  reject: (error: unknown) => void
}

type Options<In, Out> = {
  /** Lanes per tenant. */
  lanes: number
  /** The number of simultaneous calls; late ones do not count. */
  places: number
  most: number
  late_ms?: number
  /** Items of one tenant, each key once; the outcomes come in the same order. `alone`: wait for locks instead of answering 'busy'. */
  run: (tenant_id: number, items: readonly In[], alone: boolean) => Promise<readonly Out[]>
  /** Whether the outcome says that nothing was done and the purchase should be tried alone. */
  isBusy: (out: Out) => boolean
}

type Lane<In, Out> = { queue: Waiting<In, Out>[]; isOn: boolean }
type Tenant<In, Out> = { lanes: Lane<In, Out>[]; late: number }

/** Several times as long as a call of many purchases takes on a busy machine. */
const LATE_MS = 250
/** A tenant with this many late calls starts no more, so that its stall does not take all connections. */
const LATE_MOST = 2
/** Purchases tried alone: one at a time per wallet, since they would wait for each other. There are never more of them than tills. */
const ALONE = { places: 6, tenant: 3, user: 1, waiting: Number.POSITIVE_INFINITY, wait_ms: 60_000 }

/** A lock not obtained, or a statement or answer that took too long. */
const STALLED = /^(55P03|57014|ETIMEDOUT)$/
/** The database is away: each purchase alone would fail too, and only its key can tell whether it was committed. */
const AWAY = /^(08...|53...|57P..|25006|ECONN.*|EPIPE|ETIMEDOUT)$/

export function createBatcher<In, Out>({ lanes, places, most, late_ms = LATE_MS, run, isBusy }: Options<In, Out>) {
  type Each = Waiting<In, Out>
  const tenants = new Map<number, Tenant<In, Out>>()
  const ready: (() => void)[] = []
  /** Wallets that may not enter a batch, with a count of reasons: late calls, and purchases tried alone because a call failed. */
  const held = new Map<string, number>()
  /** Wallets that kept others waiting: each is sold in batches of its own until one succeeds. */
  const slow = new Set<string>()
  const alone = createTurns(ALONE)
  const started = new Set<{ at: number }>()
  let busy = 0

  function add({ tenant_id, key, wallet_id, item }: Omit<Each, 'resolve' | 'reject' | 'since'>): Promise<Out> {
    const tenant = tenants.get(tenant_id) ?? { lanes: Array.from({ length: lanes }, () => ({ queue: [], isOn: false })), late: 0 }
    tenants.set(tenant_id, tenant)
    const lane = tenant.lanes[laneOf(wallet_id, lanes)] as Lane<In, Out>
    return new Promise((resolve, reject) => {
      lane.queue.push({ tenant_id, key, wallet_id, item, since: performance.now(), resolve, reject })
      wake(tenant, lane)
    })
  }

  function wake(tenant: Tenant<In, Out>, lane: Lane<In, Out>): void {
    if (lane.isOn || lane.queue.length === 0 || tenant.late >= LATE_MOST) return
    lane.isOn = true
    ready.push(() => void turn(tenant, lane))
    go()
  }

  function go(): void {
    while (busy < places && ready.length > 0) ready.shift()?.()
  }

  async function turn(tenant: Tenant<In, Out>, lane: Lane<In, Out>): Promise<void> {
    const batch = takeBatch(lane.queue, most, held, slow)
    if (batch.length === 0) {
      lane.isOn = false
      return
    }
    let isLate = false
    busy++
    const goOn = setTimeout(() => {
      isLate = true
      for (const { wallet_id } of batch) hold(wallet_id, 1)
      tenant.late++
      leave(lane)
      wake(tenant, lane)
      go()
    }, late_ms)
    await together(batch)
    clearTimeout(goOn)
    if (isLate) {
      tenant.late--
      for (const { wallet_id } of batch) hold(wallet_id, -1)
    } else leave(lane)
    for (const each of tenant.lanes) wake(tenant, each)
    if (tenant.late === 0 && tenant.lanes.every(({ queue, isOn }) => !isOn && queue.length === 0)) tenants.delete((batch[0] as Each).tenant_id)
    go()
  }

  function leave(lane: Lane<In, Out>): void {
    busy--
    lane.isOn = false
  }

  function hold(wallet_id: string, by: 1 | -1): void {
    const n = (held.get(wallet_id) ?? 0) + by
    if (n > 0) held.set(wallet_id, n)
    else held.delete(wallet_id)
  }

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
      // One failing purchase must not refuse the others; nothing was committed, so each is tried again under its own key.
      else for (const wallet_id of new Set(batch.map((waiting) => waiting.wallet_id))) void apart(batch.filter((waiting) => waiting.wallet_id === wallet_id))
    }
  }

  /** Sells the purchases of one wallet one by one. Once one has waited in vain, the rest are refused without waiting. */
  async function apart(waitings: readonly Each[]): Promise<void> {
    const [{ tenant_id, wallet_id }] = waitings as [Each]
    hold(wallet_id, 1)
    for (const waiting of waitings) {
      const error = slow.has(wallet_id) ? stalled() : await byItself(waiting)
      if (STALLED.test(codeOf(error))) slow.add(wallet_id)
      waiting.reject(error)
    }
    hold(wallet_id, -1)
    const tenant = tenants.get(tenant_id)
    for (const lane of tenant?.lanes ?? []) wake(tenant as Tenant<In, Out>, lane)
  }

  /** Returns the error, if there was one. */
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

  async function timed(tenant_id: number, batch: readonly Each[], isAlone: boolean): Promise<readonly Out[]> {
    const one = { at: performance.now() }
    started.add(one)
    try {
      return await run(
        tenant_id,
        batch.map(({ item }) => item),
        isAlone,
      )
    } finally {
      started.delete(one)
    }
  }

  const queues = () => [...tenants.values()].flatMap((tenant) => tenant.lanes.map(({ queue }) => queue))
  return {
    add,
    waiting: () => queues().reduce((sum, queue) => sum + queue.length, 0),
    /** Milliseconds since the oldest running call started or the oldest waiting purchase came. */
    oldest_ms: () => {
      const now = performance.now()
      return now - Math.min(now, ...[...started].map(({ at }) => at), ...queues().flatMap(([first]) => first?.since ?? []))
    },
  }
}

const stalled = () => Object.assign(new Error('another purchase of this wallet waited in vain'), { code: '55P03' })

/** The next batch: one tenant, each key once, a slow wallet by itself. What does not fit or is held keeps its place in the queue. */
function takeBatch<In, Out>(queue: Waiting<In, Out>[], most: number, held: ReadonlyMap<string, number>, slow: ReadonlySet<string>): Waiting<In, Out>[] {
  const batch: Waiting<In, Out>[] = []
  const left: Waiting<In, Out>[] = []
  const keys = new Set<string>()
  const fitsTo = (first: Waiting<In, Out> | undefined, { wallet_id }: Waiting<In, Out>) =>
    !first || (slow.has(first.wallet_id) || slow.has(wallet_id) ? wallet_id === first.wallet_id : true)
  for (const waiting of queue) {
    const fits = batch.length < most && !keys.has(waiting.key) && !held.has(waiting.wallet_id) && fitsTo(batch[0], waiting)
    if (fits) keys.add(waiting.key)
    ;(fits ? batch : left).push(waiting)
  }
  queue.splice(0, queue.length, ...left)
  return batch
}

/** A UUID's last four hex digits spread well enough over a handful of lanes. */
const laneOf = (wallet_id: string, lanes: number) => Number.parseInt(wallet_id.slice(-4), 16) % lanes
