// Unsent input: leaving the page asks first, and a new version does not reload over it, nor over an open sale.
import { useEffect, useId, useSyncExternalStore } from 'react'
import { ENDED } from '../base/session.ts'

const RELOADED = 'reloaded_at'
const RELOAD_AGAIN_MS = 60_000
const unsaved = new Set<string>()
const held = new Set<string>()
const listeners = new Set<() => void>()
let isStale = false

/** Marks this form as holding unsent input while `dirty`. Returns a function that removes the mark at once, for a page that is left as soon as it is saved. */
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

/** While `is` is true a new version waits, but leaving the page asks nothing. */
export function useHeldBack(is: boolean) {
  const id = useId()
  useEffect(() => {
    return is ? holdBack(id) : undefined
  }, [is, id])
}

/** Holds a new version back until the returned function is called. */
export function holdBack(id: string): () => void {
  held.add(id)
  tell()
  return () => {
    held.delete(id)
    tell()
  }
}

/** Whether the page could be reloaded now without losing input or an open sale. */
export const isFree = () => unsaved.size === 0 && held.size === 0

function tell() {
  for (const listener of listeners) listener()
}

/** Notes that a newer version exists, which a banner then offers. */
export function becomeStale() {
  isStale = true
  tell()
}

/** After a deployment the files of an old tab no longer exist: it reloads once if no input would be lost, otherwise a banner tells the user. */
export function watchForNewVersion() {
  addEventListener('vite:preloadError', (event) => {
    event.preventDefault()
    const reloaded_at = Number(sessionStorage.getItem(RELOADED))
    if (isFree() && Date.now() - reloaded_at > RELOAD_AGAIN_MS) {
      sessionStorage.setItem(RELOADED, String(Date.now()))
      location.reload()
      return
    }
    becomeStale()
  })
  // The session has ended: input is stored (drafts.ts), so leaving need not ask.
  addEventListener(ENDED, () => unsaved.clear())
  addEventListener('beforeunload', (event) => {
    if (unsaved.size > 0) event.preventDefault()
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a newer version is offered now. */
export const isOffered = () => isStale && held.size === 0

export const useStale = () => useSyncExternalStore(subscribe, isOffered)
