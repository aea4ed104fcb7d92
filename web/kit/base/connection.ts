// Whether the server answers, judged by its answers and not by the browser: offline means that a request failed and the last answer is more than 15 seconds
// old.
import { useSyncExternalStore } from 'react'

export type Connection = 'online' | 'slow' | 'offline'

const OFFLINE_AFTER_MS = 15_000
const SLOW_MS = 5_000
const BEAT_MS = 5_000

let state: Connection = 'online'
let succeededAt = Date.now()
let beat: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function become(next: Connection) {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

export function succeeded(took_ms: number) {
  succeededAt = Date.now()
  clearInterval(beat)
  beat = undefined
  become(took_ms > SLOW_MS ? 'slow' : 'online')
}

export function failed() {
  become(Date.now() - succeededAt > OFFLINE_AFTER_MS ? 'offline' : 'slow')
  beat ??= setInterval(probe, BEAT_MS)
}

/** Makes the cheapest public call, so that a restored connection is noticed without any action of the user. */
async function probe() {
  try {
    await fetch('/api/p_check/', { method: 'POST', body: new FormData(), signal: AbortSignal.timeout(BEAT_MS - 500) })
    succeeded(0)
  } catch {
    failed()
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => state)
