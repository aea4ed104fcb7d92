// Decides which of the twelve colour sets is used. The organisation chooses the template; light or dark follows the system until the user chooses. Until this
// file is loaded, the script in web/index.html decides.
import { useSyncExternalStore } from 'react'
import { TEMPLATES } from '../../contract/people/auth.ts'

export type Mode = 'light' | 'dark'
export const modeChoices = ['system', 'light', 'dark'] as const
export type ModeChoice = (typeof modeChoices)[number]

const root = document.documentElement
const listeners = new Set<() => void>()
const CHOICE = 'mode'
const dark = matchMedia('(prefers-color-scheme: dark)')

/** The colour mode of a template unless the user has chosen one: template 3 is dark, the other five follow the system. */
const usual = (): ModeChoice => (root.dataset['template'] === '3' ? 'dark' : 'system')
/** Templates with their navigation on top instead of at the side. */
export const isHorizontal = (template: number) => template === 1 || template === 4

function choice(): ModeChoice {
  const stored = localStorage.getItem(CHOICE)
  return modeChoices.find((one) => one === stored) ?? usual()
}

/** `kept`: the choice saved with the account, which overrides the choice stored in this browser. */
export function applyTemplate(template: number, kept?: ModeChoice) {
  const known = Number.isInteger(template) && template >= 0 && template < TEMPLATES ? template : 0
  root.dataset['template'] = String(known)
  if (kept) localStorage.setItem(CHOICE, kept)
  show()
}

let keepChoice: (mode: ModeChoice) => void = () => undefined
/** Once a user is signed in, the app passes the function that saves a chosen mode with the account. */
export const keepModeBy = (keep: typeof keepChoice) => {
  keepChoice = keep
}

export function chooseMode(mode: ModeChoice) {
  localStorage.setItem(CHOICE, mode)
  show()
  keepChoice(mode)
}

function show() {
  const chosen = choice()
  const mode = chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen
  root.dataset['mode'] = mode
  root.style.colorScheme = mode
  for (const listener of listeners) listener()
}

/** Applies a choice that was made in another tab of this browser. */
addEventListener('storage', ({ key, newValue }) => {
  if (key === CHOICE && newValue) show()
})
dark.addEventListener('change', show)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useMode = (): Mode => useSyncExternalStore(subscribe, () => (root.dataset['mode'] === 'dark' ? 'dark' : 'light'))
export const useModeChoice = (): ModeChoice => useSyncExternalStore(subscribe, choice)
export const useTemplate = () => useSyncExternalStore(subscribe, () => Number(root.dataset['template']))
