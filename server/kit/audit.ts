// The audit log's pen. A handler says what it changed, in the transaction that changed it; a changing call that said nothing is written down by its name.
import type { SignedIn } from './actor.ts'
import type { Db, Query } from './db.ts'
import { newId } from './ids.ts'

export type Subject = { kind: string; id: string; name: string /** Whose it is: decides who may read the row. */; organisation_id?: string | null }

export type Change = {
  subject: Subject
  /** The same fields in both; those that are equal are left out. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
  /** Who did it, where nobody is signed in yet. */
  by?: { user_id: string; username: string; full_name: string; organisation_id: string; organisation_name: string }
}

/** Without `q`: in a transaction of its own, in the tenant acted in. */
export type Audit = (change: Change, q?: Query) => Promise<void>

export type Origin = { action: string; actor: SignedIn | null; address: string; device: string }

const SECRET = /password|token|secret|otp|recovery|proof/
const HIDDEN = '•••'

const INSERT = `
  insert into audit (tenant_id, id, at, user_id, username, full_name, organisation_id, organisation_name, session_id, address, device, action,
                     subject_kind, subject_id, subject_name, subject_organisation_id, before, after, reason)
  values (current_setting('app.tenant')::int, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`

/** One row. `now`: the moment of the change. */
export async function writeAudit(
  q: Query,
  now: Date,
  { action, actor, address, device }: Origin,
  { subject, before = {}, after = {}, reason = '', by }: Change,
) {
  const who = actor ?? by
  await q.query(INSERT, [
    newId(),
    now,
    who?.user_id ?? null,
    who?.username ?? '',
    who?.full_name ?? '',
    who?.organisation_id ?? null,
    who?.organisation_name ?? '',
    actor?.session_id ?? null,
    address,
    device,
    action,
    subject.kind,
    subject.id,
    subject.name,
    subject.organisation_id ?? who?.organisation_id ?? null,
    JSON.stringify(changed(before, after)),
    JSON.stringify(changed(after, before)),
    reason,
  ])
}

/** The fields of one side that differ on the other; of a secret only that it changed. */
export function changed(side: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> {
  const differs = Object.entries(side).filter(([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(other[name]))
  return Object.fromEntries(differs.map(([name, value]) => [name, SECRET.test(name) && value ? HIDDEN : value]))
}

/** The pen of one request. `hasWritten` tells whether the handler used it. */
export function createAudit(db: Db, now: () => Date, tenant_id: number, origin: Origin): { audit: Audit; hasWritten: () => boolean } {
  let written = false
  return {
    audit: async (change, q) => {
      if (q) await writeAudit(q, now(), origin, change)
      else await db.write(tenant_id, (own) => writeAudit(own, now(), origin, change))
      written = true
    },
    hasWritten: () => written,
  }
}
