// Whether the window is as narrow as a phone's or a tablet's, so that parts for such windows are loaded only there. menus.module.css and rail.module.css use
// the same widths.
import { useSyncExternalStore } from 'react'

function watched(query: string) {
  const media = matchMedia(query)
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

export const usePhone = watched('(max-width: 767px)')
/** Whether the side menu is a rail. */
export const useRail = watched('(min-width: 768px) and (max-width: 1279px)')
