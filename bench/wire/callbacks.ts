// The supplier's callbacks: when an order is completed, declined or reversed, the whole transaction is sent to the address given with the order, and is
// sent again a few times if no server accepts it. Faults of the supplier delay, repeat, forge or lose callbacks.
import type { Call, Fault } from './faults.ts'
import { BENDS } from './mischief.ts'
import { type Taken, told } from './orders.ts'

const AGAIN_MS = [300, 1_000, 2_000]
const STORM = 200
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

const said: Partial<Record<Call, (text: string) => string>> = {
  garbage: () => '<xml>no</xml',
  empty: () => '',
  of_another: (text) => text.replace(/"id":\d+/, '"id":2237000001').replace(/"external_id":"[^"]*"/, '"external_id":"EX-of-somebody-else"'),
  says_declined: BENDS.says_declined,
  says_completed: BENDS.says_completed,
  huge: (text) => text.replace('"pin":null', `"pin":"${'a'.repeat(20 * 1024 * 1024)}"`),
}
const LATE_MS = 2 * 3_600_000

export function createCallbacks(faults: readonly Fault[], now: () => number) {
  const called = faults.map(() => 0)
  const way = new Set<Promise<void>>()
  let late: { at: number; order: Taken }[] = []

  const post = (url: string, body: string): Promise<boolean> =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' }, signal: AbortSignal.timeout(5_000) }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.ok
      },
      () => false,
    )

  async function tell(order: Taken, body: string): Promise<void> {
    const { callback_url: url, account } = order
    if (!url) return
    const how = faults[account]?.calls
    const text = how ? (said[how]?.(body) ?? body) : body
    const to = how === 'wrong_path' ? url.replace(/[^/]+$/, 'somebody-else') : url
    called[account] = (called[account] ?? 0) + 1
    const times = how === 'storm' ? STORM : how === 'twice' ? 2 : 1
    if (times > 1) await Promise.all(Array.from({ length: times }, () => post(to, text)))
    else for (const ms of [...AGAIN_MS, 0]) if ((await post(to, text)) || !(await pause(ms))) break
  }

  function go(work: Promise<void>): void {
    way.add(work)
    void work.finally(() => way.delete(work))
  }

  return {
    called,
    changed(order: Taken): void {
      const how = faults[order.account]?.calls
      if (how === 'never') called[order.account] = (called[order.account] ?? 0) + 1
      else if (how === 'late') late.push({ at: now() + LATE_MS, order })
      else if (how !== 'early') go(tell(order, told(order)))
    },
    /** Sends delayed callbacks that are due. */
    tick(): void {
      const due = late.filter(({ at }) => at <= now())
      late = late.filter(({ at }) => at > now())
      for (const { order } of due) go(tell(order, told(order)))
    },
    /** If the order's fault is `early`: sends a callback that says the order is completed, before the request that placed the order is answered. */
    async early(order: Taken): Promise<void> {
      if (faults[order.account]?.calls === 'early') await tell(order, BENDS.says_completed(told(order)))
    },
    idle: async () => void (await Promise.all(way)),
  }
}
