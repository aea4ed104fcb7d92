// Queries about refused deliveries. A refusal is counted for the owner of the goods and for all organisations between it and the tenant's reseller,
// the reseller included.
import type { Query } from '../../../postgres/db.ts'

/** How many deliveries were refused: `refused` of this owner itself, `below` of all owners below it. */
export type Refused = { owner_id: string; refused: number; below: number }
type OfDay = { tenant_id: number; owner_id: string; day: string }

/**
 * The day's counts of the owner and of the organisations above it, the reseller first. The rows are locked from the top down. The reseller's row is locked only
 * if the reseller itself delivers, so that its branches do not wait for each other.
 */
export async function refusalsOf(q: Query, { tenant_id, owner_id, day }: OfDay): Promise<Refused[]> {
  const [owner] = await q.query<{ path: string[] }>(
    `select path from organisations
      where tenant_id = :tenant_id and id = :owner_id`,
    { tenant_id, owner_id },
  )
  const [reseller = owner_id, ...branch] = owner?.path.slice(1) ?? []
  const locked = branch.length > 0 ? branch : [reseller]
  const [above = { owner_id: reseller, refused: 0, below: 0 }] = await q.query<Refused>(
    `select owner_id, refused, below from stock_refusals
      where tenant_id = :tenant_id and owner_id = :reseller and day = :day`,
    { tenant_id, reseller, day },
  )
  const rows = await q.query<Refused>(
    `insert into stock_refusals as s (tenant_id, owner_id, day, refused)
     select :tenant_id, l.id, :day, 0 from unnest(:locked::uuid[]) with ordinality as l (id, depth) order by l.depth
     on conflict (tenant_id, owner_id, day) do update set refused = s.refused returning owner_id, refused, below`,
    { tenant_id, locked, day },
  )
  rows.sort((a, b) => locked.indexOf(a.owner_id) - locked.indexOf(b.owner_id))
  return branch.length > 0 ? [above, ...rows] : rows
}

/** Adds one to the counts of the owner (`refused`) and of these organisations above it (`below`). */
export const addRefusal = (q: Query, { tenant_id, day }: Omit<OfDay, 'owner_id'>, above: readonly string[], owner_id: string) =>
  q.query<Refused>(
    `insert into stock_refusals as s (tenant_id, owner_id, day, refused, below)
     select :tenant_id, l.id, :day, (l.id = :owner_id)::int, (l.id <> :owner_id)::int
       from unnest(:ids::uuid[]) with ordinality as l (id, depth) order by l.depth
     on conflict (tenant_id, owner_id, day)
     do update set refused = s.refused + excluded.refused, below = s.below + excluded.below`,
    { tenant_id, owner_id, day, ids: [...above, owner_id] },
  )

/** The organisations that are notified of refusals: the platform and the tenant's top reseller, each with the name of the owner concerned. */
export const toldOfRefusals = (q: Query, tenant_id: number, owner_id: string) =>
  q.query<{ organisation_id: string; name: string }>(
    `select above.id as organisation_id, o.name from organisations o
       join organisations above on above.tenant_id = :tenant_id and above.id = any (o.path[1:2])
      where o.tenant_id = :tenant_id and o.id = :owner_id`,
    { tenant_id, owner_id },
  )
