// The last saved change that can still be undone: one at a time, offered by the shell on whatever screen the user is meanwhile (web/shell/UndoBar.tsx).
import { useSyncExternalStore } from 'react'
import type { CallName, Input } from '../base/api.ts'

export type Offer = { call: CallName; input: Input<CallName>; refresh: readonly CallName[]; undone: () => void }

let offer: Offer | undefined
const listeners = new Set<() => void>()

/** Replaces the earlier offer, whose change stays saved. Undefined: nothing can be undone any more. */
export function offerUndo(next: Offer | undefined): void {
  offer = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOffer = () => useSyncExternalStore(subscribe, () => offer)
