// Parts of a screen that its first paint does not need. They are loaded once the screen is drawn, and retried until they arrive. A feature that needs a part
// waits for it.
import { useSyncExternalStore } from 'react'

const AGAIN_MS = 5_000

/** `load` loads all parts; the hook `useParts` returns no parts until loading is complete. */
export function createLater<Parts extends object>(load: () => Promise<Parts>) {
  let parts: Partial<Parts> = {}
  const listeners = new Set<() => void>()
  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  async function fetchParts() {
    try {
      parts = await load()
      for (const listener of listeners) listener()
    } catch {
      setTimeout(fetchParts, AGAIN_MS)
    }
  }
  return { fetchParts, useParts: (): Partial<Parts> => useSyncExternalStore(subscribe, () => parts) }
}
