// Decides which dialog of the shell is open. Only one is open at a time, and any code can open one.
import { useSyncExternalStore } from 'react'
import type { ScreenTitle } from '../kit/router/router.ts'

export type ShellDialog = 'palette' | 'help' | 'notices' | 'cashiers'

let open: ShellDialog | undefined
/** The screen whose help is shown, if it is not the open screen. */
let about: ScreenTitle | undefined
const listeners = new Set<() => void>()

function become(next: ShellDialog | undefined) {
  open = next
  for (const listener of listeners) listener()
}

/** Opens a dialog. Does nothing while another dialog is open, because that dialog waits for an answer. */
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
