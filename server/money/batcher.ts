// Many tills at once: purchases that wait are sold by one call and one commit, each with its own outcome (reference figures: docs/decisions/0003).
// No timer: a free lane takes what waits. A wallet always goes to the same lane, so two lanes do not wait for one wallet.

export type Waiting<In, Out> = { tenant_id: number; key: string; wallet_id: string; item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }

type Options<In, Out> = {
  lanes: number
  most: number
  /** All of one tenant, no key twice; answers in the same order. `alone` asks for waiting instead of 'busy'. */
  run: (tenant_id: number, items: readonly In[], alone: boolean) => Promise<readonly Out[]>
  /** The outcome says: nothing was done, try this one alone. */
  isBusy: (out: Out) => boolean
}

export function createBatcher<In, Out>({ lanes, most, run, isBusy }: Options<In, Out>) {
  const queues: Waiting<In, Out>[][] = Array.from({ length: lanes }, () => [])
  const running = new Array<boolean>(lanes).fill(false)

  function add(waiting: Omit<Waiting<In, Out>, 'resolve' | 'reject'>): Promise<Out> {
    const lane = laneOf(waiting.wallet_id, lanes)
    return new Promise((resolve, reject) => {
      queues[lane]?.push({ ...waiting, resolve, reject })
      if (!running[lane]) void drain(lane)
    })
  }

  async function drain(lane: number) {
    running[lane] = true
    const queue = queues[lane] as Waiting<In, Out>[]
    while (queue.length > 0) await together(takeBatch(queue, most))
    running[lane] = false
  }

  async function together(batch: Waiting<In, Out>[]) {
    try {
      const outs = await run(
        (batch[0] as Waiting<In, Out>).tenant_id,
        batch.map((w) => w.item),
        false,
      )
      batch.forEach((waiting, i) => {
        const out = outs[i] as Out
        if (isBusy(out)) void alone(waiting)
        else waiting.resolve(out)
      })
    } catch (error) {
      // One bad apple must not refuse the others; nothing was committed, so each may ask again under its own key.
      if (batch.length === 1) batch[0]?.reject(error)
      else await Promise.all(batch.map(alone))
    }
  }

  async function alone(waiting: Waiting<In, Out>) {
    try {
      const [out] = await run(waiting.tenant_id, [waiting.item], true)
      waiting.resolve(out as Out)
    } catch (error) {
      waiting.reject(error)
    }
  }

  return { add, waiting: () => queues.reduce((sum, queue) => sum + queue.length, 0) }
}

/** The next batch: one tenant, each key once; what does not fit stays in its place. */
function takeBatch<In, Out>(queue: Waiting<In, Out>[], most: number): Waiting<In, Out>[] {
  const batch: Waiting<In, Out>[] = []
  const left: Waiting<In, Out>[] = []
  const keys = new Set<string>()
  const tenant_id = queue[0]?.tenant_id
  for (const waiting of queue) {
    const fits = batch.length < most && waiting.tenant_id === tenant_id && !keys.has(waiting.key)
    if (fits) keys.add(waiting.key)
    ;(fits ? batch : left).push(waiting)
  }
  queue.splice(0, queue.length, ...left)
  return batch
}

/** A UUID's last four hex digits spread well enough over a handful of lanes. */
const laneOf = (wallet_id: string, lanes: number) => Number.parseInt(wallet_id.slice(-4), 16) % lanes
