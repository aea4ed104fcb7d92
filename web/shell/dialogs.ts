// Which of the shell's dialogs is open: one at a time, from wherever it is asked for.
import { useSyncExternalStore } from 'react'

export type ShellDialog = 'palette' | 'keys' | 'notices'

let open: ShellDialog | undefined
const listeners = new Set<() => void>()

function become(next: ShellDialog | undefined) {
  open = next
  for (const listener of listeners) listener()
}

/** Not over another dialog, which asks for something. */
export function openDialog(name: ShellDialog) {
  if (!document.querySelector('dialog[open]')) become(name)
}
export const closeDialog = () => become(undefined)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOpenDialog = () => useSyncExternalStore(subscribe, () => open)
