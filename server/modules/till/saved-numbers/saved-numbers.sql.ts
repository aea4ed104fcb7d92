// Queries about the telephone numbers that a shop has saved.

import type { Instant } from '../../../../contract/kit/field.ts'
import { SAVED_MAX } from '../../../../contract/till/saved-numbers.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'

type Shop = Pick<SignedIn, 'tenant_id' | 'organisation_id'>
type SavedRow = { id: string; sealed: Buffer; used_at: Instant | null }

/** The shop's saved numbers, ordered by its own successful sales to them: the most recently used first. */
export const savedOf = (q: Query, { tenant_id, organisation_id }: Shop) =>
  q.query<SavedRow>(
    `select s.id, s.sealed, used.at as used_at
       from saved_numbers s
       left join lateral (
         select o.created_at as at
           from live_orders o join holds h on h.tenant_id = :tenant_id and h.key = o.key
          where o.tenant_id = :tenant_id and o.recipient_index = s.recipient_index
            and h.seller_id = :organisation_id and h.state = 'posted'
          order by o.created_at desc limit 1) used on true
      where s.tenant_id = :tenant_id and s.organisation_id = :organisation_id
      order by used.at desc nulls last, s.saved_at desc, s.id
      limit ${SAVED_MAX}`,
    { tenant_id, organisation_id },
  )

/** Locks the shop's saved numbers until the transaction ends, so that no other request saves one meanwhile and the maximum is not exceeded. */
export const lockSaved = (q: Query, { organisation_id }: Shop) =>
  q.query(`select pg_advisory_xact_lock(hashtext('saved numbers'), hashtext(:organisation_id))`, { organisation_id })

/** How many numbers the shop has saved, and the id of the given number among them; undefined if it is not saved. */
export async function savedAlready(q: Query, { tenant_id, organisation_id }: Shop, recipient_index: Buffer) {
  const [row] = await q.query<{ n: number; id: string | null }>(
    `select count(*)::int as n, (array_agg(id) filter (where recipient_index = :recipient_index))[1] as id
       from saved_numbers where tenant_id = :tenant_id and organisation_id = :organisation_id`,
    { tenant_id, organisation_id, recipient_index },
  )
  return { n: row?.n ?? 0, id: row?.id ?? undefined }
}

export const putSaved = (q: Query, { tenant_id, organisation_id }: Shop, one: { id: string; recipient_index: Buffer; sealed: Buffer; now: Date }) =>
  q.query(
    `insert into saved_numbers (tenant_id, id, organisation_id, recipient_index, sealed, saved_at)
     values (:tenant_id, :id, :organisation_id, :recipient_index, :sealed, :now)
     on conflict (tenant_id, id) do update set sealed = excluded.sealed`,
    { tenant_id, organisation_id, ...one },
  )

export const forgetSaved = (q: Query, { tenant_id, organisation_id }: Shop, number_id: string) =>
  q.query<{ id: string; sealed: Buffer }>(
    `delete from saved_numbers
      where tenant_id = :tenant_id and organisation_id = :organisation_id and id = :number_id
      returning id, sealed`,
    { tenant_id, organisation_id, number_id },
  )
