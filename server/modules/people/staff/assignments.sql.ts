// Queries about which staff manage which customer. A unique index allows each current assignment only once.
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { staffAssignHistory } from '../../../../contract/people/staff.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import type { Place } from './staff.sql.ts'

/** Those of these customers that are below the actor and below `above`, the staff member's organisation. */
export const customersBelow = (q: Query, { tenant_id, organisation_id }: Place, above: string, ids: readonly string[]) =>
  q.query<{ id: string; name: string }>(
    `select id, name from organisations
      where tenant_id = :tenant_id and id = any (:ids) and :organisation_id = any (path) and :above = any (path)
        and id <> :above and id <> :organisation_id`,
    { tenant_id, organisation_id, above, ids },
  )

type Change = { tenant_id: number; user_id: string; ids: readonly string[]; by: string; now: Date }

/** Assigns customers; returns a row for each that was not assigned already. */
export const assign = (q: Query, { tenant_id, user_id, ids, by, now }: Change) =>
  q.query<{ organisation_id: string }>(
    `insert into staff_assignments (tenant_id, id, user_id, organisation_id, assigned_by, assigned_at)
     select :tenant_id, a.id, :user_id, a.organisation_id, :by, :now
       from unnest(:new_ids::uuid[], :ids::uuid[]) as a(id, organisation_id)
     on conflict (tenant_id, user_id, organisation_id) where ended_at is null do nothing returning organisation_id`,
    { tenant_id, user_id, new_ids: ids.map(() => newId()), ids, by, now },
  )

/** Ends assignments; returns a row for each that was current. */
export const end = (q: Query, { tenant_id, user_id, ids, by, now }: Change) =>
  q.query<{ organisation_id: string }>(
    `update staff_assignments set ended_by = :by, ended_at = :now
      where tenant_id = :tenant_id and user_id = :user_id and organisation_id = any (:ids) and ended_at is null
      returning organisation_id`,
    { tenant_id, user_id, ids, by, now },
  )

type AssignmentFilters = {
  user_id?: string | undefined
  customer_id?: string | undefined
  current?: boolean | undefined
  search: string | null
  page: number
  limit: number
}
type Row = Omit<OutputOf<typeof staffAssignHistory>['content'][number], 'assigned_at' | 'ended_at'> & { assigned_at: Instant; ended_at: Instant | null }

const ASSIGNMENTS = {
  from: `staff_assignments a
         join users u on u.tenant_id = :tenant_id and u.id = a.user_id
         join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
         join organisations c on c.tenant_id = :tenant_id and c.id = a.organisation_id`,
  where: `a.tenant_id = :tenant_id and :organisation_id = any (o.path)
          and (:user_id::uuid is null or a.user_id = :user_id)
          and (:customer_id::uuid is null or a.organisation_id = :customer_id)
          and (:current::boolean is null or (a.ended_at is null) = :current)
          and (:search::text is null or strpos(c.name_search, :search) > 0 or strpos(lower(u.full_name), :search) > 0)`,
}

const parameters = ({ tenant_id, organisation_id }: Place, { user_id, customer_id, current, search }: AssignmentFilters) => ({
  tenant_id,
  organisation_id,
  user_id: user_id ?? null,
  customer_id: customer_id ?? null,
  current: current ?? null,
  search,
})

export const assignments = (q: Query, place: Place, asked: AssignmentFilters) =>
  q.query<Row>(
    pageOf(
      {
        select: `a.id as assignment_id, a.user_id, u.full_name, a.organisation_id as customer_id,
                 c.name as customer_name, a.assigned_at, a.assigned_by, a.ended_at, a.ended_by`,
        ...ASSIGNMENTS,
        order: `a.assigned_at desc, a.id desc`,
      },
      parameters(place, asked),
      asked,
    ),
  )

export const assignmentCount = (q: Query, place: Place, asked: AssignmentFilters) => countOf(q, ASSIGNMENTS, parameters(place, asked))
