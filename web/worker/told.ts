// What the server tells a browser whose page is closed, and where a click on it leads: a new window, so that nothing typed in another one is lost.
import { leadsTo } from '../shell/notice-kinds.ts'

export type Told = { title: string; body: string; kind: string }

const HOME = '/dashboard'

/** Undefined: these bytes are none of ours. */
export function toldIn(read: () => unknown): Told | undefined {
  try {
    const told = read() as Partial<Told> | null
    const { title, body, kind } = told ?? {}
    return typeof title === 'string' && typeof body === 'string' && typeof kind === 'string' ? { title, body, kind } : undefined
  } catch {
    return undefined
  }
}

/** A page that wants to know of what is the whole start page. */
export function pageOf(kind: unknown): string {
  const path = Object.entries(leadsTo).find(([known]) => known === kind)?.[1] ?? HOME
  return path.includes('$') ? HOME : path
}
