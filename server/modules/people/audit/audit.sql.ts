// Queries of the audit log: an organisation sees changes about itself and those below it, and changes that their users made.

import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { auditList } from '../../../../contract/people/audit.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { dayEnd, dayStart, firstIdAt } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'

type AuditListInput = InputOf<typeof auditList>
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

const BELOW = '(select o.id from organisations o where o.tenant_id = :tenant_id and :organisation_id = any (o.path))'

/**
 * The logged values of a row, without those that its reader may not see: what organisations above note about the reader's own organisation, and a note about a
 * customer that another organisation made.
 */
const shown = (column: 'before' | 'after') => `
  case when :is_platform then a.${column}
       else a.${column}
         - case when a.subject_organisation_id = :organisation_id then array['remarks', 'customer_number']
                else array[]::text[] end
         - case when a.action = 'customerNoteAdd' and a.organisation_id is distinct from :organisation_id
                then array['note'] else array[]::text[] end end as ${column}`

const ENTRIES = {
  from: `audit a`,
  where: `a.tenant_id = :tenant_id and (:is_platform or a.subject_organisation_id in ${BELOW}
                                        or a.organisation_id in ${BELOW})
          and (:date_from::text is null or a.id >= ${firstIdAt(dayStart(':date_from'))})
          and (:date_to::text is null or a.id < ${firstIdAt(dayEnd(':date_to'))})
          and (:action::text is null or a.action = :action)
          and (:subject_kind::text is null or a.subject_kind = :subject_kind)
          and (:subject_id::text is null or a.subject_id = :subject_id)
          and (:user_id::uuid is null or a.user_id = :user_id)
          and (:search::text is null or strpos(a.search, :search) > 0)`,
}

const parameters = (actor: SignedIn, tenant_id: number, { filters, search_text }: AuditListInput) => ({
  tenant_id,
  organisation_id: actor.organisation_id,
  is_platform: actor.role === 'superadmin',
  date_from: filters.date_from ?? null,
  date_to: filters.date_to ?? null,
  action: filters.action ?? null,
  subject_kind: filters.subject_kind ?? null,
  subject_id: filters.subject_id ?? null,
  user_id: filters.user_id ?? null,
  search: searchFor(search_text),
})

export const entries = (q: Query, actor: SignedIn, tenant_id: number, asked: AuditListInput) =>
  q.query<EntryRow>(
    pageOf(
      {
        select: 'a.*',
        ...ENTRIES,
        order: 'a.id desc',
        around: (page) => `
     select a.id as audit_id, a.at, a.user_id, a.username, a.full_name, a.organisation_name, a.address, a.device,
            a.action, a.subject_kind, a.subject_id, a.subject_name,
            ${shown('before')}, ${shown('after')}, a.reason, c.seq
       from (${page}) a
       left join audit_chain c on c.tenant_id = :tenant_id and c.audit_id = a.id order by a.id desc`,
      },
      parameters(actor, tenant_id, asked),
      asked,
    ),
  )

export const entryCount = (q: Query, actor: SignedIn, tenant_id: number, asked: AuditListInput): Promise<number> =>
  countOf(q, ENTRIES, parameters(actor, tenant_id, asked))

/**
 * The actions that occur in the log. The query jumps along an index from each action to the next, so it takes one step for each action, however long the log
 * is.
 */
export const actionsKnown = async (q: Query, tenant_id: number): Promise<string[]> => {
  const rows = await q.query<{ action: string }>(
    `with recursive known as (
       (select a.action from audit a where a.tenant_id = :tenant_id order by a.action limit 1)
       union all
       select (select a.action from audit a where a.tenant_id = :tenant_id and a.action > known.action
                order by a.action limit 1) from known where known.action is not null)
     select action from known where action is not null`,
    { tenant_id },
  )
  return rows.map(({ action }) => action)
}
