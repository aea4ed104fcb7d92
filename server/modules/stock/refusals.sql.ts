// Queries about refused deliveries.
import type { Query } from '../../postgres/db.ts'

/** The day's number of refusals; its row is locked. */
export const refusalsOf = async (q: Query, tenant_id: number, owner_id: string, day: string) =>
  (
    await q.query<{ refused: number }>(
      `insert into stock_refusals as s (tenant_id, owner_id, day, refused) values (:tenant_id, :owner_id, :day, 0)
       on conflict (tenant_id, owner_id, day) do update set refused = s.refused returning refused`,
      { tenant_id, owner_id, day },
    )
  )[0]?.refused ?? 0

export const addRefusal = async (q: Query, tenant_id: number, owner_id: string, day: string) =>
  (
    await q.query<{ refused: number }>(
      `insert into stock_refusals as s (tenant_id, owner_id, day, refused) values (:tenant_id, :owner_id, :day, 1)
       on conflict (tenant_id, owner_id, day) do update set refused = s.refused + 1 returning refused`,
      { tenant_id, owner_id, day },
    )
  )[0]?.refused ?? 0

/** The platform and the tenant's top reseller, with the name of the owner concerned. */
export const toldOfRefusals = (q: Query, tenant_id: number, owner_id: string) =>
  q.query<{ organisation_id: string; name: string }>(
    `select above.id as organisation_id, o.name from organisations o
       join organisations above on above.tenant_id = :tenant_id and above.id = any (o.path[1:2])
      where o.tenant_id = :tenant_id and o.id = :owner_id`,
    { tenant_id, owner_id },
  )
