// Drafts: if input was not sent, the same form shows it again to the same person. Drafts are stored in this tab and never contain secrets, files or choices
// from a list.

export type Draft = Record<string, string>

const PREFIX = 'draft:'
/**
 * Fields that drafts never store: secrets, cards, passengers, references, and choices from a list. A chosen row may no longer exist later, and the field would
 * then look empty but hold an id.
 */
const NEVER_KEPT = /password|otp|token|secret|pin|code|proof|key|hash|^cards$|^passengers$|^reference$|_id$/

export const keepable = (texts: Readonly<Record<string, unknown>>): Draft =>
  Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && !NEVER_KEPT.test(entry[0])))

/** Returns the name under which a draft is stored: the person, the page, and the subject of the form (a call and a row). */
export const draftName = (user_id: string, path: string, about: string) => `${PREFIX}${user_id}:${path}:${about}`

export function readDraft(name: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    return kept && typeof kept === 'object' ? keepable({ ...kept }) : undefined
  } catch {
    return undefined
  }
}

export const dropDraft = (name: string) => sessionStorage.removeItem(name)

/** Deletes all drafts except this user's, because the next person who signs in in this tab must not find another person's drafts. */
export function dropDraftsBut(user_id: string) {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX) && !name.startsWith(`${PREFIX}${user_id}:`)) dropDraft(name)
}

/** Stores a draft in this tab; a draft without input deletes the stored draft instead. */
export function keepDraft(name: string, draft: Draft) {
  if (Object.keys(draft).length > 0) sessionStorage.setItem(name, JSON.stringify(draft))
  else dropDraft(name)
}
