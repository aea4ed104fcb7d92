// The audit log. A handler reports its change in the same transaction. A call that certainly changes something, but not only the books ('booked'), is logged by
// its name if its handler reports nothing.
import { fold } from '../../contract/kit/fold.ts'
import type { SignedIn } from '../kit/actor.ts'
import { newId } from '../kit/ids.ts'
import type { Keys } from '../kit/keys.ts'
import { type AuditRow, changed, markOf, storable } from './audit-row.ts'
import type { Clock } from './clock.ts'
import type { Db, Query } from './db.ts'
import { columnsAndValues } from './parameters.ts'

/** The subject of a change. `organisation_id`: the organisation to which it belongs, which decides who may read the row. */
export type Subject = { kind: string; id: string; name: string; organisation_id?: string | null }

export type Change = {
  subject: Subject
  /** The values before and after the change. Fields with equal values on both sides are left out. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
  /** The person who made the change, if nobody is signed in yet or a supporter acts in a view. */
  by?: { user_id: string; username: string; full_name: string; organisation_id: string; organisation_name: string }
}

/**
 * Writes a change to the log. Without `q` the row is written in its own transaction, in the tenant that the request acts in. Null means that nothing
 * changed, so no row is written.
 */
export type Audit = (change: Change | null, q?: Query) => Promise<void>

export type Origin = { action: string; actor: SignedIn | null; address: string; device: string }

const PERSON = ['user_id', 'username', 'full_name', 'organisation_id', 'organisation_name', 'session_id', 'address', 'device'] as const
const SUBJECT = ['subject_kind', 'subject_id', 'subject_name', 'subject_organisation_id'] as const
const COLUMNS = ['id', ...PERSON, 'action', ...SUBJECT, 'before', 'after', 'reason', 'search'] as const

const INSERT = `insert into audit ${columnsAndValues(['tenant_id', 'at', 'mark', ...COLUMNS])}`

type Moment = { keys: Keys; now: Date }

/** Writes one row. `moment`: the keys and the time of the change. */
export async function writeAudit(q: Query, moment: Moment, origin: Origin, change: Change): Promise<void> {
  const [told] = await q.query<{ tenant_id: number }>(`select current_setting('app.tenant')::int as tenant_id`)
  if (!told) throw new Error('no tenant')
  await insertRow(q, moment, told.tenant_id, rowOf(moment.now, origin, change))
}

function insertRow(q: Query, { keys, now }: Moment, tenant_id: number, row: AuditRow): Promise<unknown> {
  const { at_us: _, ...columns } = row
  return q.query({ name: 'audit', text: INSERT, values: { tenant_id, at: now, mark: markOf(keys, tenant_id, row), ...columns } })
}

function rowOf(now: Date, { action, actor, address, device }: Origin, { subject, before = {}, after = {}, reason = '', by }: Change): AuditRow {
  const who = by ?? actor
  const [username, full_name] = [storable(who?.username ?? ''), storable(who?.full_name ?? '')]
  const subject_name = storable(subject.name)
  return {
    id: newId(),
    at_us: now.getTime() * 1000,
    user_id: who?.user_id ?? null,
    username,
    full_name,
    organisation_id: who?.organisation_id ?? null,
    organisation_name: storable(who?.organisation_name ?? ''),
    session_id: actor?.session_id ?? null,
    address: storable(address),
    device: storable(device),
    action,
    subject_kind: subject.kind,
    subject_id: storable(subject.id),
    subject_name,
    subject_organisation_id: subject.organisation_id ?? who?.organisation_id ?? null,
    before: changed(before, after),
    after: changed(after, before),
    reason: storable(reason),
    search: fold([subject_name, username, full_name, action].join(' ')),
  }
}

type Pen = { audit: Audit; hasWritten: () => boolean }

/** The audit log for one request. `hasWritten` tells whether the handler reported its change. */
export function createAudit({ db, keys, clock }: { db: Db; keys: Keys; clock: Clock }, tenant_id: number, origin: Origin): Pen {
  let isSaid = false
  return {
    audit: async (change, q) => {
      const moment = { keys, now: clock() }
      if (change && q) await writeAudit(q, moment, origin, change)
      else if (change) await db.writeAtOnce(tenant_id, (own) => [insertRow(own, moment, tenant_id, rowOf(moment.now, origin, change))])
      isSaid = true
    },
    hasWritten: () => isSaid,
  }
}
