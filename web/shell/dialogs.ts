// Which of the shell's dialogs is open: one at a time, opened from anywhere.
import { useSyncExternalStore } from 'react'
import type { ScreenTitle } from '../kit/page/PageTitle.tsx'

export type ShellDialog = 'palette' | 'help' | 'notices' | 'cashiers'

let open: ShellDialog | undefined
/** The screen whose help is shown, if it is not the open one. */
let about: ScreenTitle | undefined
const listeners = new Set<() => void>()

function become(next: ShellDialog | undefined) {
  open = next
  for (const listener of listeners) listener()
}

/** Opens a dialog; does nothing while another dialog is open, because that one waits for an answer. */
export function openDialog(name: ShellDialog, of?: ScreenTitle) {
  if (document.querySelector('dialog[open]')) return
  about = of
  become(name)
}
export const dialogAbout = () => about
export const closeDialog = () => become(undefined)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOpenDialog = () => useSyncExternalStore(subscribe, () => open)
