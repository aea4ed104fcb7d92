// Whether the server can be reached. Offline: a request failed, and either the last answer is more than 15 seconds old or the browser reports no network. Slow:
// a request failed but neither of these is the case, or a request was answered after more than 5 seconds. Online: any other answer, whatever the browser
// reports.
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
  become(!navigator.onLine || Date.now() - succeededAt > OFFLINE_AFTER_MS ? 'offline' : 'slow')
  beat ??= setInterval(probe, BEAT_MS)
}

/** Makes the cheapest public call, so that the app notices a restored connection without any action of the user. */
async function probe() {
  try {
    await fetch('/api/p_check/', { method: 'POST', body: new FormData(), signal: AbortSignal.timeout(BEAT_MS - 500) })
    succeeded(0)
  } catch {
    failed()
  }
}

/** Starts following the browser's network events: when the network is lost, the app is offline at once; when it is back, the app asks the server at once. */
export function watchNetwork() {
  addEventListener('offline', failed)
  addEventListener('online', () => void probe())
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls `listener` whenever the server answers again after the app was offline. The returned function removes the listener. */
export function onReturn(listener: () => void): () => void {
  let before = state
  return subscribe(() => {
    const isBack = before === 'offline' && state !== 'offline'
    before = state
    if (isBack) listener()
  })
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => state)
