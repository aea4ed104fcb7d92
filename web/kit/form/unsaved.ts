// Typed work that is not sent yet: leaving the page asks first, and a new version does not reload over it.
import { useEffect, useId, useSyncExternalStore } from 'react'
import { ENDED } from '../base/session.ts'

const RELOADED = 'reloaded_at'
const RELOAD_AGAIN_MS = 60_000
const unsaved = new Set<string>()
const listeners = new Set<() => void>()
let isStale = false

/** Marks this form as holding unsent work while `dirty`. Returns what takes the mark away at once, for a page that is left as soon as it is saved. */
export function useUnsaved(dirty: boolean) {
  const id = useId()
  useEffect(() => {
    if (dirty) unsaved.add(id)
    return () => {
      unsaved.delete(id)
    }
  }, [dirty, id])
  return () => unsaved.delete(id)
}

/** After a deploy an old tab misses its chunks: it reloads once if nothing would be lost, otherwise a banner says so. */
export function watchForNewVersion() {
  addEventListener('vite:preloadError', (event) => {
    event.preventDefault()
    const reloaded_at = Number(sessionStorage.getItem(RELOADED))
    if (unsaved.size === 0 && Date.now() - reloaded_at > RELOAD_AGAIN_MS) {
      sessionStorage.setItem(RELOADED, String(Date.now()))
      location.reload()
      return
    }
    isStale = true
    for (const listener of listeners) listener()
  })
  // The session has ended: what was typed is kept (drafts.ts), so leaving need not ask.
  addEventListener(ENDED, () => unsaved.clear())
  addEventListener('beforeunload', (event) => {
    if (unsaved.size > 0) event.preventDefault()
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useStale = () => useSyncExternalStore(subscribe, () => isStale)
