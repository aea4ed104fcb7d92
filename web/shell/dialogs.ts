// Which of the shell's dialogs is open: one at a time, opened from anywhere.
import { useSyncExternalStore } from 'react'

export type ShellDialog = 'palette' | 'keys' | 'notices'

let open: ShellDialog | undefined
const listeners = new Set<() => void>()

function become(next: ShellDialog | undefined) {
  open = next
  for (const listener of listeners) listener()
}

/** Does nothing while another dialog is open, which waits for an answer. */
export function openDialog(name: ShellDialog) {
  if (!document.querySelector('dialog[open]')) become(name)
}
export const closeDialog = () => become(undefined)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOpenDialog = () => useSyncExternalStore(subscribe, () => open)
