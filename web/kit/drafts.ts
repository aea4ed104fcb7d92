// What was typed when a session ended comes back to the same person in the same form. Kept in this tab; never secrets, files or choices from a list.
import { ENDED } from './session.ts'

export type Draft = Record<string, string>

const PREFIX = 'draft:'
/** Secrets, and choices: a chosen row may be gone by then, and the field would hold an id while showing nothing. */
const NEVER_KEPT = /password|otp|token|secret|pin|code|proof|key|hash|^cards$|^reference$|_id$/

export const keepable = (values: Readonly<Record<string, unknown>>): Draft =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' && value.trim() !== '' && !NEVER_KEPT.test(name) ? [[name, value]] : [])),
  )

/** By person, page and call. */
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

/** The next person to sign in in this tab must not find another person's drafts. */
export function dropDraftsBut(user_id: string) {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX) && !name.startsWith(`${PREFIX}${user_id}:`)) dropDraft(name)
}

/** When the session ends, `values` is called and what may be kept of them is stored; undefined stores nothing. */
export function keepWhenEnded(name: string, values: () => Readonly<Record<string, unknown>> | undefined): () => void {
  const keep = () => {
    const draft = keepable(values() ?? {})
    if (Object.keys(draft).length > 0) sessionStorage.setItem(name, JSON.stringify(draft))
  }
  addEventListener(ENDED, keep)
  return () => removeEventListener(ENDED, keep)
}
