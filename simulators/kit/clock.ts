// A simulator's clock. It runs like the real clock, can be set ahead by the control route, and runs every task that waits for a time.
export type Clock = ReturnType<typeof createClock>

export function createClock() {
  let ahead_ms = 0
  const due: { at: number; work: () => void }[] = []
  let timer: NodeJS.Timeout | undefined

  const now = () => new Date(Date.now() + ahead_ms)

  /** Runs due tasks in the order of their times, and sets a timer for the next one. */
  function run(): void {
    clearTimeout(timer)
    for (;;) {
      due.sort((a, b) => a.at - b.at)
      const next = due[0]
      if (!next) return
      const wait_ms = next.at - now().getTime()
      if (wait_ms > 0) {
        timer = setTimeout(run, Math.min(wait_ms, 60_000)).unref()
        return
      }
      due.shift()
      next.work()
    }
  }

  return {
    now,
    /** Sets the clock ahead, in milliseconds. Tasks that are due by then have run when this function returns. */
    advance(ms: number): void {
      ahead_ms += ms
      run()
    },
    after(ms: number, work: () => void): void {
      due.push({ at: now().getTime() + ms, work })
      run()
    },
    run,
    stop: () => clearTimeout(timer),
  }
}
