// Starred pages, kept with the account.
import { usePreferences } from '../base/preferences.ts'
import { STARS_MAX, toggled } from './starred-pages.ts'

export function useStars() {
  const [{ starred }, change] = usePreferences()
  return {
    starred,
    isFull: starred.length >= STARS_MAX,
    toggle: (path: string) => change({ starred: toggled(starred, path) }),
  }
}
