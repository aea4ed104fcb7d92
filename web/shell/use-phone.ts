// Whether the window is as narrow as a phone: what only phones show is loaded there only.
import { useSyncExternalStore } from 'react'

/** As menus.module.css draws the line. */
const phone = matchMedia('(max-width: 767px)')

function subscribe(listener: () => void) {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches)
