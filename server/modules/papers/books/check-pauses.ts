// Pauses between the money checks of a busy tenant. A check reads all sales that are not sealed yet, and while it runs, a sale takes twice the database's processor
// time (decision 0059). So a check that takes long is not repeated every minute.

/** A check that took at most this many milliseconds is repeated in the next minute. */
const SHORT_MS = 3_000
/** After a longer check, the next one waits for this many times its duration, so that checks by this server use a tenth of one processor at most. */
const TIMES = 9

export type CheckPauses = ReturnType<typeof createCheckPauses>

/** `now`: a clock in milliseconds that is never set back. Each server remembers its own checks. */
export function createCheckPauses(now: () => number = () => performance.now()) {
  const until = new Map<number, number>()
  return {
    isPausing: (tenant_id: number): boolean => now() < (until.get(tenant_id) ?? 0),
    /** Runs a check and remembers how long it took, also if it fails. */
    async timed<T>(tenant_id: number, check: () => Promise<T>): Promise<T> {
      const begun = now()
      try {
        return await check()
      } finally {
        const took = now() - begun
        if (took > SHORT_MS) until.set(tenant_id, now() + TIMES * took)
        else until.delete(tenant_id)
      }
    },
  }
}
