// Proposes free user names that are similar to a taken one.
import { randomInt } from 'node:crypto'
import type { Query } from '../../../postgres/db.ts'
import { takenNames } from './registrations.sql.ts'

const SUGGESTIONS = 3
const NAME_MAX = 50
/** How many names are looked up: so many that three of them are very probably free. */
const TRIED = 12

/** Names to propose: for Ayşe Kaya who wanted `kaya` these are Ayşe.Kaya, kaya2 and so on. None is longer than a user name may be. */
export function candidates(username: string, full_name: string): string[] {
  const base = username.slice(0, NAME_MAX - 6)
  const names = full_name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const whole = names.join('.').slice(0, NAME_MAX)
  const numbered = Array.from({ length: TRIED }, (_, i) => `${base}${i < 3 ? i + 2 : randomInt(10, 10_000)}`)
  return [...new Set([...(/^.{3,}$/u.test(whole) ? [whole] : []), ...numbered])].filter((name) => name !== username)
}

/** User names to propose; empty if the wanted name is free. */
export async function suggestions(q: Query, tenant_id: number, user: { user_id: string; full_name: string }, username: string): Promise<string[]> {
  const near = candidates(username, user.full_name)
  const taken = new Set(await takenNames(q, tenant_id, user.user_id, [username, ...near]))
  return taken.has(username) ? near.filter((name) => !taken.has(name)).slice(0, SUGGESTIONS) : []
}
