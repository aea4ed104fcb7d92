// Which of the twelve colour sets is used: the organisation's template decides, light or dark is the person's own choice.
import { useSyncExternalStore } from 'react'
import { TEMPLATES } from '../../contract/people/auth.ts'

export type Mode = 'light' | 'dark'

const root = document.documentElement
const listeners = new Set<() => void>()
const CHOICE = 'mode'

/** Template 3 starts dark; the other five start light. */
const startsDark = (template: number) => template === 3
/** Templates with their navigation on top instead of at the side. */
export const isHorizontal = (template: number) => template === 1 || template === 4

const chosenMode = () => {
  const chosen = localStorage.getItem(CHOICE)
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined
}

/** `kept`: light or dark as saved with the account, which overrides this browser's stored choice. */
export function applyTemplate(template: number, kept?: Mode) {
  const known = Number.isInteger(template) && template >= 0 && template < TEMPLATES ? template : 0
  root.dataset['template'] = String(known)
  if (kept) localStorage.setItem(CHOICE, kept)
  show(chosenMode() ?? (startsDark(known) ? 'dark' : 'light'))
}

let keepChoice: (mode: Mode) => void = () => undefined
/** Sets what is called with each choice, to save it with the account too; set once somebody is signed in. */
export const keepModeBy = (keep: typeof keepChoice) => {
  keepChoice = keep
}

export function chooseMode(mode: Mode) {
  localStorage.setItem(CHOICE, mode)
  show(mode)
  keepChoice(mode)
}

function show(mode: Mode) {
  root.dataset['mode'] = mode
  root.style.colorScheme = mode
  for (const listener of listeners) listener()
}

/** Follows a choice made in another tab of this browser. */
addEventListener('storage', ({ key }) => {
  const chosen = chosenMode()
  if (key === CHOICE && chosen) show(chosen)
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useMode = (): Mode => useSyncExternalStore(subscribe, () => (root.dataset['mode'] === 'dark' ? 'dark' : 'light'))
export const useTemplate = () => useSyncExternalStore(subscribe, () => Number(root.dataset['template']))
