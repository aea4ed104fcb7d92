// Queries about who looks after which customer. A unique index allows a current assignment only once.
import type { OutputOf } from '../../../contract/kit/call.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import type { staffAssignHistory } from '../../../contract/staff.ts'
import type { Query } from '../../kit/db.ts'
import { newId } from '../../kit/ids.ts'
import type { Place } from './staff.sql.ts'

/** Those of the customers that the actor sees and that are below the person's organisation. */
export const customersBelow = (q: Query, { tenant_id, organisation_id }: Place, above: string, ids: readonly string[]) =>
  q.query<{ id: string; name: string }>(
    'select id, name from organisations where tenant_id = $1 and id = any ($4) and $2 = any (path) and $3 = any (path) and id <> $3 and id <> $2',
    [tenant_id, organisation_id, above, ids],
  )

type Change = { tenant_id: number; user_id: string; ids: readonly string[]; by: string; now: Date }

/** Returns rows only for new assignments. */
export const assign = (q: Query, { tenant_id, user_id, ids, by, now }: Change) =>
  q.query<{ organisation_id: string }>(
    `insert into staff_assignments (tenant_id, id, user_id, organisation_id, assigned_by, assigned_at)
     select $1, a.id, $2, a.organisation_id, $5, $6 from unnest($3::uuid[], $4::uuid[]) as a(id, organisation_id)
     on conflict (tenant_id, user_id, organisation_id) where ended_at is null do nothing returning organisation_id`,
    [tenant_id, user_id, ids.map(() => newId()), ids, by, now],
  )

/** Returns rows only for assignments that were current. */
export const end = (q: Query, { tenant_id, user_id, ids, by, now }: Change) =>
  q.query<{ organisation_id: string }>(
    `update staff_assignments set ended_by = $4, ended_at = $5
      where tenant_id = $1 and user_id = $2 and organisation_id = any ($3) and ended_at is null returning organisation_id`,
    [tenant_id, user_id, ids, by, now],
  )

type Asked = {
  user_id?: string | undefined
  customer_id?: string | undefined
  current?: boolean | undefined
  search: string | null
  page: number
  limit: number
}
type Row = Omit<OutputOf<typeof staffAssignHistory>['content'][number], 'assigned_at' | 'ended_at'> & { assigned_at: Instant; ended_at: Instant | null }

/** $1 tenant, $2 actor's organisation, $3 person or null, $4 customer or null, $5 current or null, $6 folded search or null. */
const FROM = `
    from staff_assignments a
    join users u on u.tenant_id = $1 and u.id = a.user_id
    join organisations o on o.tenant_id = $1 and o.id = u.organisation_id
    join organisations c on c.tenant_id = $1 and c.id = a.organisation_id
   where a.tenant_id = $1 and $2 = any (o.path) and ($3::uuid is null or a.user_id = $3) and ($4::uuid is null or a.organisation_id = $4)
     and ($5::boolean is null or (a.ended_at is null) = $5) and ($6::text is null or strpos(c.name_search, $6) > 0 or strpos(lower(u.full_name), $6) > 0)`

const parameters = ({ tenant_id, organisation_id }: Place, { user_id, customer_id, current, search }: Asked) => [
  tenant_id,
  organisation_id,
  user_id ?? null,
  customer_id ?? null,
  current ?? null,
  search,
]

export const assignments = (q: Query, place: Place, asked: Asked) =>
  q.query<Row>(
    `select a.id as assignment_id, a.user_id, u.full_name, a.organisation_id as customer_id, c.name as customer_name, a.assigned_at, a.assigned_by, a.ended_at, a.ended_by
     ${FROM} order by a.assigned_at desc, a.id desc limit $7 offset $8`,
    [...parameters(place, asked), asked.limit, asked.page * asked.limit],
  )

export const assignmentCount = async (q: Query, place: Place, asked: Asked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n ${FROM}`, parameters(place, asked)))[0]?.n ?? 0
