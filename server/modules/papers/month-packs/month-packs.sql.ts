// Queries about month packs: which customers' ledgers belong to a pack, and which names were in use when the pack was first made.
import { dayEnd } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'

export type Of = { tenant_id: number; organisation_id: string; date_from: string; date_to: string }

/** The direct customers that existed at the end of a period, oldest first. */
export const customersBy = (q: Query, { tenant_id, organisation_id, date_to }: Of) =>
  q.query<{ id: string }>(
    `select o.id from organisations o
      where o.tenant_id = :tenant_id and o.parent_id = :organisation_id and o.created_at < ${dayEnd(':date_to')}
      order by o.id`,
    { tenant_id, organisation_id, date_to },
  )

/**
 * Stores the present names of the organisation, its customers and its goods for this month, unless names are already stored. Returns the names that were
 * stored first.
 */
export async function namesOf(q: Query, { tenant_id, organisation_id, date_from }: Of, now: Date): Promise<Record<string, string>> {
  const of = { tenant_id, organisation_id, month: date_from }
  await q.query(
    `insert into month_packs (tenant_id, organisation_id, month, names, created_at)
     select :tenant_id, :organisation_id, :month, coalesce(jsonb_object_agg(n.id, n.name), '{}'), :now
       from (select o.id, o.name from organisations o
              where o.tenant_id = :tenant_id and (o.id = :organisation_id or o.parent_id = :organisation_id)
             union all
             select c.id, p.name from products p
               join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id
              where p.tenant_id = :tenant_id
                and (p.owner_id = :organisation_id or exists (
                      select from organisations o
                       where o.tenant_id = :tenant_id and o.id = :organisation_id and o.kind = 'platform'))) n
     on conflict (tenant_id, organisation_id, month) do nothing`,
    { ...of, now },
  )
  const [row] = await q.query<{ names: Record<string, string> }>(
    `select names from month_packs
      where tenant_id = :tenant_id and organisation_id = :organisation_id and month = :month`,
    of,
  )
  return row?.names ?? {}
}
