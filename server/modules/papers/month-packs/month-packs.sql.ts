// Queries of month packs: whose ledgers belong to one, and the names that were in use when it was first made.
import { dayEnd } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'

export type Of = { tenant_id: number; organisation_id: string; date_from: string; date_to: string }

/** Direct customers that existed by the end of a period, oldest first. */
export const customersBy = (q: Query, { tenant_id, organisation_id, date_to }: Of) =>
  q.query<{ id: string }>(
    `select o.id from organisations o
      where o.tenant_id = :tenant_id and o.parent_id = :organisation_id and o.created_at < ${dayEnd(':date_to')}
      order by o.id`,
    { tenant_id, organisation_id, date_to },
  )

/** Stores the names of the organisation, its customers and its goods, unless stored before; returns the names stored first. */
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
