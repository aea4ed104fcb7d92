// Unsent input. While there is some, leaving the page asks first, and a new version does not reload the page; an open sale prevents the reload too.
import { useEffect, useId, useSyncExternalStore } from 'react'
import { ENDED } from '../base/session.ts'

const RELOADED = 'reloaded_at'
const RELOAD_AGAIN_MS = 60_000
const unsaved = new Set<string>()
const held = new Set<string>()
const listeners = new Set<() => void>()
let isStale = false

/** Marks this form as holding unsent input while `dirty`. The returned function removes the mark at once, for a page that is left right after saving. */
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

/** While `is` is true, a new version of the app waits, but leaving the page asks no question. */
export function useHeldBack(is: boolean) {
  const id = useId()
  useEffect(() => {
    return is ? holdBack(id) : undefined
  }, [is, id])
}

/** Makes a new version wait until the returned function is called. */
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

/** Records that a newer version exists; a banner then offers to reload. */
export function becomeStale() {
  isStale = true
  tell()
}

/** After a deployment the files of an old tab no longer exist. The tab reloads once if no input would be lost; otherwise a banner offers to reload. */
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
  // When the session has ended, leaving asks no question, because the input is stored as a draft (drafts.ts).
  addEventListener(ENDED, () => unsaved.clear())
  addEventListener('beforeunload', (event) => {
    if (unsaved.size > 0) event.preventDefault()
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the banner offers a newer version now. */
export const isOffered = () => isStale && held.size === 0

export const useStale = () => useSyncExternalStore(subscribe, isOffered)
