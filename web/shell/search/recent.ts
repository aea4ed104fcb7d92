// The pages that were opened earlier in this tab, newest first, for the palette. They are stored per user, so another user who signs in starts with an empty
// list.
import { useEffect } from 'react'

const MOST = 8
const nameOf = (user_id: string) => `recent:${user_id}`

export function recentPaths(user_id: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(user_id)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((path): path is string => typeof path === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Records a page as opened. A page about a single row is not recorded, because its name does not tell which row it is about. */
export function useRecent(user_id: string, path: string | undefined) {
  useEffect(() => {
    if (!path || path.includes('$')) return
    const others = recentPaths(user_id).filter((one) => one !== path)
    sessionStorage.setItem(nameOf(user_id), JSON.stringify([path, ...others].slice(0, MOST)))
  }, [user_id, path])
}
