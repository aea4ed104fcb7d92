// One answer for all who ask at the same time: computed once, shared by concurrent requests, and kept for some seconds.

export type Shared<T> = (key: string, now: Date, compute: (before: T | undefined) => Promise<T>) => Promise<T>

/** `compute` gets the answer before, if there is one, and must not fail. */
export function createShared<T>(kept_ms: number): Shared<T> {
  const kept = new Map<string, { answer: Promise<T>; at: number }>()
  return (key, now, compute) => {
    const known = kept.get(key)
    // A clock that is set back makes an answer old, too.
    if (known && Math.abs(now.getTime() - known.at) < kept_ms) return known.answer
    const answer = Promise.resolve(known?.answer).then(compute)
    kept.set(key, { answer, at: now.getTime() })
    return answer
  }
}
