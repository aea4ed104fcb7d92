// What was chosen for the next slip alone: the language of its customer, or the browser's print instead of the slip printer's. It ends with that slip.
import { useSyncExternalStore } from 'react'
import type { Language } from '../../../../contract/kit/languages.ts'

type Choice = { language?: Language | undefined; way?: 'browser' | undefined }

let choice: Choice = {}
const listeners = new Set<() => void>()

export function chooseForSlip(changes: Choice) {
  choice = { ...choice, ...changes }
  for (const listener of listeners) listener()
}

/** Which slip took which choice: drawn again it is the same. */
const taken = new WeakMap<object, Choice>()

/** Of the slip that is printed now; the one after it is as usual again. */
export function choiceOf(slip: object): Choice {
  const mine = taken.get(slip) ?? choice
  if (!taken.has(slip)) {
    taken.set(slip, mine)
    // Not while somebody is drawn.
    queueMicrotask(() => choice === mine && chooseForSlip({ language: undefined, way: undefined }))
  }
  return mine
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSlipChoice = () => useSyncExternalStore(subscribe, () => choice)
