// The content of a push message, and where a click on it leads: to a new window, so that no input in another window is lost.
import { leadsTo } from '../shell/notices/notice-kinds.ts'

export type PushContent = { title: string; body: string; kind: string }

const HOME = '/dashboard'

/** Reads the content of a push message; undefined if it is not a message of this app. */
export function toldIn(read: () => unknown): PushContent | undefined {
  try {
    const told = read() as Partial<PushContent> | null
    const { title, body, kind } = told ?? {}
    return typeof title === 'string' && typeof body === 'string' && typeof kind === 'string' ? { title, body, kind } : undefined
  } catch {
    return undefined
  }
}

/** Returns the page to which a kind of message leads: the start page, if the kind has no page of its own. */
export function pageOf(kind: unknown): string {
  const path = Object.entries(leadsTo).find(([known]) => known === kind)?.[1] ?? HOME
  return path.includes('$') ? HOME : path
}
