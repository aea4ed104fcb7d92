// Waiting for a fact, however long the machine takes: a test that naps instead needs luck.
import { setTimeout as pause } from 'node:timers/promises'

/** Far beyond what any fact takes on a crowded machine, and within a test's own time. */
const PATIENCE_MS = 60_000

type Nothing = undefined | null | false | 0

/** Looks again and again until there is something, and answers that; `what` is said when it never came. */
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

/** A place that nobody leaves before as many have come. */
export function gathering(what: string, n: number): () => Promise<unknown> {
  let come = 0
  return () => {
    come++
    return until(what, () => come >= n)
  }
}
