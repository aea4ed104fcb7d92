// The last saved change that can still be undone. There is one at a time, and the shell offers to undo it on every screen (web/shell/UndoBar.tsx).
import { useSyncExternalStore } from 'react'
import type { CallName, Input } from '../base/api.ts'

export type Offer = { call: CallName; input: Input<CallName>; refresh: readonly CallName[]; undone: () => void }

let offer: Offer | undefined
const listeners = new Set<() => void>()

/** Offers to undo a change. This replaces the earlier offer, whose change stays saved. Undefined ends the offer. */
export function offerUndo(next: Offer | undefined): void {
  offer = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOffer = () => useSyncExternalStore(subscribe, () => offer)
