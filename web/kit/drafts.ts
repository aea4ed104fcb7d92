// What was typed when a session ended comes back to the same person at the same form. Kept in this tab; never secrets, files, or what was chosen from a list.
import { ENDED } from './session.ts'

export type Draft = Record<string, string>

const PREFIX = 'draft:'
/** A choice names a row that may be gone, and a field that shows nothing must not hold something. */
const NEVER_KEPT = /password|otp|token|secret|pin|code|proof|key|hash|^cards$|^reference$|_id$/

export const keepable = (values: Readonly<Record<string, unknown>>): Draft =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' && value.trim() !== '' && !NEVER_KEPT.test(name) ? [[name, value]] : [])),
  )

/** Whose it is, where it was typed, and what it was for. */
export const draftName = (user_id: string, path: string, call: string) => `${PREFIX}${user_id}:${path}:${call}`

export function readDraft(name: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    return kept && typeof kept === 'object' ? keepable({ ...kept }) : undefined
  } catch {
    return undefined
  }
}

export const dropDraft = (name: string) => sessionStorage.removeItem(name)

/** Whoever signs in next in this tab finds nothing of anybody else. */
export function dropDraftsBut(user_id: string) {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX) && !name.startsWith(`${PREFIX}${user_id}:`)) dropDraft(name)
}

/** Runs `values` when the session ends, and keeps what may be kept of them; undefined keeps nothing. */
export function keepWhenEnded(name: string, values: () => Readonly<Record<string, unknown>> | undefined): () => void {
  const keep = () => {
    const draft = keepable(values() ?? {})
    if (Object.keys(draft).length > 0) sessionStorage.setItem(name, JSON.stringify(draft))
  }
  addEventListener(ENDED, keep)
  return () => removeEventListener(ENDED, keep)
}
