// What was saved last and can still be undone: one change at a time, offered by the shell wherever one has gone meanwhile (web/shell/UndoBar.tsx).
import { useSyncExternalStore } from 'react'
import type { CallName, Input } from '../base/api.ts'

export type Offer = { call: CallName; input: Input<CallName>; refresh: readonly CallName[]; undone: () => void }

let offer: Offer | undefined
const listeners = new Set<() => void>()

/** Instead of the one before, which stays as it was saved. Undefined: nothing can be undone any more. */
export function offerUndo(next: Offer | undefined): void {
  offer = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOffer = () => useSyncExternalStore(subscribe, () => offer)
