// Waits until something is true, however long the machine takes. A test that sleeps for a fixed time would depend on luck.
import { setTimeout as pause } from 'node:timers/promises'

/** The longest wait: far longer than anything takes on a busy machine, but within a test's own time limit. */
const PATIENCE_MS = 60_000

type Nothing = undefined | null | false | 0

/** Calls `look` again and again until it has a result, and returns the result. `what`: what is waited for, named in the error. */
export async function until<T>(
  what: string | (() => string),
  look: () => T | Nothing | Promise<T | Nothing>,
  { most_ms = PATIENCE_MS, every_ms = 10 } = {},
): Promise<T> {
  for (const end = performance.now() + most_ms; ; await pause(every_ms)) {
    const found = await look()
    if (found) return found
    if (performance.now() > end) throw new Error(`not within ${most_ms / 1000} seconds: ${typeof what === 'string' ? what : what()}`)
  }
}

/** Returns a function whose callers all wait until it has been called `n` times. */
export function gathering(what: string, n: number): () => Promise<unknown> {
  let come = 0
  return () => {
    come++
    return until(what, () => come >= n)
  }
}
