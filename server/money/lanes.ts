// Decides which purchases are sold together, and when. Every tenant has lanes (queues) of its own, a wallet is always in the same lane, and a free place for a
// call takes the purchases that wait in a lane. The only timer tells when a call is late: then only the wallets in that call wait for it, and its place and its
// lane serve other purchases meanwhile (decision 0018).
import type { WalletMarks } from './wallet-marks.ts'

export type Waiting<In, Out> = {
  tenant_id: number
  key: string
  wallet_id: string
  item: In
  since: number
  resolve: (out: Out) => void
  reject: (error: unknown) => void
}

export type LaneOptions<In, Out> = {
  /** How many lanes each tenant has. */
  lanes: number
  /** The number of simultaneous calls. Late calls are not counted. */
  places: number
  most: number
  late_ms?: number
  wallets: WalletMarks
  /** Sells a batch and answers each of its purchases; ends when the call has returned, and never fails. */
  sell: (batch: readonly Waiting<In, Out>[]) => Promise<void>
}

type Lane<In, Out> = { queue: Waiting<In, Out>[]; isOn: boolean }
type Tenant<In, Out> = { lanes: Lane<In, Out>[]; late: number }

/** After this many milliseconds a call counts as late: several times as long as a call of many purchases takes on a busy machine. */
const LATE_MS = 250
/** A tenant with this many late calls starts no further call, so that its stalled calls do not take all connections. */
const LATE_MOST = 2

export function createLanes<In, Out>({ lanes, places, most, late_ms = LATE_MS, wallets, sell }: LaneOptions<In, Out>) {
  const tenants = new Map<number, Tenant<In, Out>>()
  const ready: (() => void)[] = []
  let busy = 0

  function add({ tenant_id, key, wallet_id, item }: Pick<Waiting<In, Out>, 'tenant_id' | 'key' | 'wallet_id' | 'item'>): Promise<Out> {
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

  function wakeAll(tenant: Tenant<In, Out> | undefined): void {
    if (tenant) for (const lane of tenant.lanes) wake(tenant, lane)
  }

  function go(): void {
    while (busy < places && ready.length > 0) ready.shift()?.()
  }

  async function turn(tenant: Tenant<In, Out>, lane: Lane<In, Out>): Promise<void> {
    const batch = takeBatch(lane.queue, most, wallets)
    if (batch.length === 0) {
      lane.isOn = false
      return
    }
    let isLate = false
    busy++
    const goOn = setTimeout(() => {
      isLate = true
      for (const { wallet_id } of batch) wallets.hold(wallet_id)
      tenant.late++
      leave(lane)
      wake(tenant, lane)
      go()
    }, late_ms)
    await sell(batch)
    clearTimeout(goOn)
    if (isLate) {
      tenant.late--
      for (const { wallet_id } of batch) wallets.release(wallet_id)
    } else leave(lane)
    wakeAll(tenant)
    if (tenant.late === 0 && tenant.lanes.every(({ queue, isOn }) => !isOn && queue.length === 0)) {
      tenants.delete((batch[0] as Waiting<In, Out>).tenant_id)
    }
    go()
  }

  function leave(lane: Lane<In, Out>): void {
    busy--
    lane.isOn = false
  }

  return {
    /** Adds a purchase, which waits for its lane's turn; resolves with the purchase's own outcome. */
    add,
    /** Lets the tenant's lanes continue after one of its wallets was released. */
    wake: (tenant_id: number) => wakeAll(tenants.get(tenant_id)),
    queues: (): (readonly Waiting<In, Out>[])[] => [...tenants.values()].flatMap((tenant) => tenant.lanes.map(({ queue }) => queue)),
  }
}

/**
 * Takes the next batch from a queue: purchases of one tenant, each key once, a slow wallet by itself. Purchases that do not fit or whose wallet is
 * held keep their places in the queue.
 */
function takeBatch<In, Out>(queue: Waiting<In, Out>[], most: number, { isHeld, slow }: WalletMarks): Waiting<In, Out>[] {
  const batch: Waiting<In, Out>[] = []
  const left: Waiting<In, Out>[] = []
  const keys = new Set<string>()
  const fitsTo = (first: Waiting<In, Out> | undefined, { wallet_id }: Waiting<In, Out>) =>
    !first || (slow.has(first.wallet_id) || slow.has(wallet_id) ? wallet_id === first.wallet_id : true)
  for (const waiting of queue) {
    const fits = batch.length < most && !keys.has(waiting.key) && !isHeld(waiting.wallet_id) && fitsTo(batch[0], waiting)
    if (fits) keys.add(waiting.key)
    ;(fits ? batch : left).push(waiting)
  }
  queue.splice(0, queue.length, ...left)
  return batch
}

/** The lane of a wallet, from the last four hex digits of its id, which spread well enough over a few lanes. */
const laneOf = (wallet_id: string, lanes: number) => Number.parseInt(wallet_id.slice(-4), 16) % lanes
