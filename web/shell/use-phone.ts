// Whether the window is as narrow as a phone: parts only for phones are loaded only there.
import { useSyncExternalStore } from 'react'

/** The width below which the layout is a phone's, as in menus.module.css. */
const phone = matchMedia('(max-width: 767px)')

function subscribe(listener: () => void) {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches)
