// Reads the log: an organisation sees changes of itself and of those below, and changes made by their people.
import type { auditList } from '../../../contract/audit.ts'
import type { InputOf } from '../../../contract/kit/call.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import { dayEnd, dayStart, firstIdAt } from '../../kit/berlin.ts'
import type { Query } from '../../kit/db.ts'
import { searchFor } from '../../kit/search.ts'
import type { SignedIn } from '../../kit/sessions.ts'

type Asked = InputOf<typeof auditList>
type Fields = Record<string, unknown>

export type EntryRow = {
  audit_id: string
  at: Instant
  user_id: string | null
  username: string
  full_name: string
  organisation_name: string
  address: string
  device: string
  action: string
  subject_kind: string
  subject_id: string
  subject_name: string
  before: Fields
  after: Fields
  reason: string
  seq: number | null
}

const BELOW = '(select o.id from organisations o where o.tenant_id = $1 and $2 = any (o.path))'

/** $1 tenant, $2 the actor's organisation, $3 whether it sees all, $4 and $5 days or null, $6 call, $7 kind, $8 subject, $9 user, $10 folded search. */
const FROM = `
    from audit a
   where a.tenant_id = $1 and ($3 or a.subject_organisation_id in ${BELOW} or a.organisation_id in ${BELOW})
     and ($4::text is null or a.id >= ${firstIdAt(dayStart('$4'))}) and ($5::text is null or a.id < ${firstIdAt(dayEnd('$5'))})
     and ($6::text is null or a.action = $6) and ($7::text is null or a.subject_kind = $7) and ($8::text is null or a.subject_id = $8)
     and ($9::uuid is null or a.user_id = $9) and ($10::text is null or strpos(a.search, $10) > 0)`

const parameters = (actor: SignedIn, tenant_id: number, { filters, search_text }: Asked) => [
  tenant_id,
  actor.organisation_id,
  actor.role === 'superadmin',
  filters.date_from ?? null,
  filters.date_to ?? null,
  filters.action ?? null,
  filters.subject_kind ?? null,
  filters.subject_id ?? null,
  filters.user_id ?? null,
  searchFor(search_text),
]

export const entries = (q: Query, actor: SignedIn, tenant_id: number, asked: Asked) =>
  q.query<EntryRow>(
    `select a.id as audit_id, a.at, a.user_id, a.username, a.full_name, a.organisation_name, a.address, a.device, a.action, a.subject_kind, a.subject_id, a.subject_name,
            a.before, a.after, a.reason, c.seq
       from (select a.* ${FROM} order by a.id desc limit $11 offset $12) a
       left join audit_chain c on c.tenant_id = $1 and c.audit_id = a.id order by a.id desc`,
    [...parameters(actor, tenant_id, asked), asked.limit, asked.page * asked.limit],
  )

export const entryCount = async (q: Query, actor: SignedIn, tenant_id: number, asked: Asked): Promise<number> =>
  (await q.query<{ n: number }>(`select count(*)::int as n ${FROM}`, parameters(actor, tenant_id, asked)))[0]?.n ?? 0

/** Jumps along the index from each action to the next: one step per action, however long the log is. */
export const actionsKnown = async (q: Query, tenant_id: number): Promise<string[]> => {
  const rows = await q.query<{ action: string }>(
    `with recursive known as (
       (select a.action from audit a where a.tenant_id = $1 order by a.action limit 1)
       union all
       select (select a.action from audit a where a.tenant_id = $1 and a.action > known.action order by a.action limit 1) from known where known.action is not null)
     select action from known where action is not null`,
    [tenant_id],
  )
  return rows.map(({ action }) => action)
}
