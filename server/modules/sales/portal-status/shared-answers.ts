// Shares answers: an answer is computed once for all simultaneous requests, and kept for some seconds.

export type Shared<T> = (key: string, now: Date, compute: (before: T | undefined) => Promise<T>) => Promise<T>

/** `compute` gets the previous answer, if there is one, and must not fail. */
export function createShared<T>(kept_ms: number): Shared<T> {
  const kept = new Map<string, { answer: Promise<T>; at: number }>()
  return (key, now, compute) => {
    const known = kept.get(key)
    // The absolute difference is compared, so that an answer also expires if the clock is set back.
    if (known && Math.abs(now.getTime() - known.at) < kept_ms) return known.answer
    const answer = Promise.resolve(known?.answer).then(compute)
    kept.set(key, { answer, at: now.getTime() })
    return answer
  }
}
