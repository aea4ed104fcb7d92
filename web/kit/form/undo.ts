// The last saved change that can still be undone. There is one at a time, and the shell offers to undo it on every screen (web/shell/UndoBar.tsx).
import { useSyncExternalStore } from 'react'
import type { CallName } from '../base/api.ts'
import type { Step } from './steps.ts'

/**
 * `steps`: the calls that undo the change, one after the other. `rows`: how many chosen rows a bulk action changed; undefined for a form. `unsure`: the
 * number of further rows whose answer was lost, so that their old values are unknown.
 */
export type Offer = { steps: readonly Step[]; rows?: number; unsure?: number; refresh: readonly CallName[]; undone?: () => void }

let offer: Offer | undefined
let isHeld = false
const listeners = new Set<() => void>()

/** Offers to undo a change. This replaces the earlier offer, whose change stays saved. Undefined, or an offer without steps, only ends the earlier offer. */
export function offerUndo(next: Offer | undefined): void {
  if (isHeld) return
  offer = next?.steps.length ? next : undefined
  for (const listener of listeners) listener()
}

/** While a change is being undone, no other offer takes its place, so that its outcome is always shown. */
export const holdOffer = (held: boolean) => {
  isHeld = held
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOffer = () => useSyncExternalStore(subscribe, () => offer)
