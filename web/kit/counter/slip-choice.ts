// Choices for the next slip only: its customer's language, or the browser's print instead of the slip printer. They end with that slip.
import { useSyncExternalStore } from 'react'
import type { Language } from '../../../contract/kit/languages.ts'

type Choice = { language?: Language | undefined; way?: 'browser' | undefined }

let choice: Choice = {}
const listeners = new Set<() => void>()

export function chooseForSlip(changes: Choice) {
  choice = { ...choice, ...changes }
  for (const listener of listeners) listener()
}

/** The choice that each slip has taken, so that it is the same when the slip is rendered again. */
const taken = new WeakMap<object, Choice>()

/** The choice for the slip being printed; the slip after it has the defaults again. */
export function choiceOf(slip: object): Choice {
  const mine = taken.get(slip) ?? choice
  if (!taken.has(slip)) {
    taken.set(slip, mine)
    // The choice is reset only after React has rendered this slip.
    queueMicrotask(() => choice === mine && chooseForSlip({ language: undefined, way: undefined }))
  }
  return mine
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSlipChoice = () => useSyncExternalStore(subscribe, () => choice)
