// Choices that apply to the next slip only: its customer's language, or the browser's print instead of the slip printer.
import { useSyncExternalStore } from 'react'
import type { Language } from '../../../contract/kit/languages.ts'

type Choice = { language?: Language | undefined; way?: 'browser' | undefined }

let choice: Choice = {}
const listeners = new Set<() => void>()

export function chooseForSlip(changes: Choice) {
  choice = { ...choice, ...changes }
  for (const listener of listeners) listener()
}

/** The choice that each slip has used, so that rendering the slip again uses the same choice. */
const taken = new WeakMap<object, Choice>()

/** Returns the choice for the slip that is being printed, and resets it to the defaults for the next slip. */
export function choiceOf(slip: object): Choice {
  const mine = taken.get(slip) ?? choice
  if (!taken.has(slip)) {
    taken.set(slip, mine)
    // Resetting the choice calls React listeners, which is not allowed during rendering, so it happens after this slip is rendered.
    queueMicrotask(() => choice === mine && chooseForSlip({ language: undefined, way: undefined }))
  }
  return mine
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSlipChoice = () => useSyncExternalStore(subscribe, () => choice)
