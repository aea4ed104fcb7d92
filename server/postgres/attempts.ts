// Limits on attempts, such as sign-ins. Attempts are counted in the database by time window and subject, so that several servers count together.
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { Refusal } from '../kit/errors.ts'
import type { Db } from './db.ts'

const WINDOW_MS = 15 * 60 * 1000

/** The subject that is counted, and how many attempts a time window allows. */
export type Limit = { subject: string; most: number }

/** The name under which a subject is counted. The subject is hashed, so that a password typed as a user name cannot be read in the table. */
export const subjectOf = (kind: string, ...parts: readonly string[]): string =>
  `${kind} ${createHash('sha256').update(parts.join('|')).digest('base64url').slice(0, 22)}`

/** The network under which an address is counted: for IPv6 its /64 network, because one customer owns all of it; for IPv4 the address itself. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const given = [groups(head), groups(tail ?? '')]
  const zeros = new Array<string>(8 - given.flat().length).fill('0')
  return [...(given[0] ?? []), ...zeros, ...(given[1] ?? [])].slice(0, 4).join(':')
}

const windowStart = (now: Date): Date => new Date(Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS)

const COUNT = `
  insert into login_attempts (tenant_id, subject, window_start, n)
  select :tenant_id, subject, :window_start, 1 from unnest(:subjects::text[]) as subject order by subject
  on conflict (tenant_id, subject, window_start) do update set n = login_attempts.n + 1
  returning subject, n`

const FULL = `
  select from unnest(:subjects::text[], :most::int[]) as asked (subject, most)
    join login_attempts a on a.tenant_id = :tenant_id and a.subject = asked.subject and a.window_start = :window_start
     and a.n >= asked.most`

/**
 * Counts one attempt per subject and returns the counts by subject; throws `too_many_requests` if a count exceeds its limit. A subject that is already full is
 * refused by a read, so that a flood of attempts on one account does not fill every connection with statements that wait for its row.
 */
export async function countAttempt(db: Db, tenant_id: number, now: Date, limits: readonly Limit[]): Promise<ReadonlyMap<string, number>> {
  const subjects = limits.map(({ subject }) => subject)
  const most = limits.map((limit) => limit.most)
  const over = await db.once(tenant_id, { name: 'attempts_full', text: FULL, values: { tenant_id, subjects, most, window_start: windowStart(now) } })
  if (over.length > 0) throw tooMany(now)
  const rows = await db.write(tenant_id, (q) => q.query<{ subject: string; n: number }>(COUNT, { tenant_id, subjects, window_start: windowStart(now) }))
  const counts = new Map(rows.map(({ subject, n }) => [subject, n]))
  const full = limits.some(({ subject, most }) => (counts.get(subject) ?? 0) > most)
  if (full) throw tooMany(now)
  return counts
}

const tooMany = (now: Date) =>
  new Refusal('too_many_requests', { detail: { wait_s: Math.ceil((windowStart(now).getTime() + WINDOW_MS - now.getTime()) / 1000) } })

export const forgetAttempts = (db: Db, tenant_id: number, subjects: readonly string[]) =>
  db.write(tenant_id, (q) =>
    q.query(
      `delete from login_attempts
        where tenant_id = :tenant_id and subject = any (:subjects)`,
      { tenant_id, subjects },
    ),
  )
