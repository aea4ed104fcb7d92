// What a tenant has stored, in few words, to see whether a call changed anything.
import { rowsOf } from '../test/arrange.ts'
import type { World } from '../test/world.ts'

/**
 * Returns for every table the row count and a checksum of a tenant's rows, all as of the same moment. The checksum is over each row's position and last writing
 * transaction; every write changes these two.
 */
export async function footprint(w: World, tenant_id: number): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(w, `select object as name from schema_placement where kind = 'tenant' order by 1`, [], tenant_id)
  const prints = tables.map(
    ({ name }) => `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtid(ctid)::bigint + xmin::text::bigint), 0) as print from ${name}`,
  )
  const rows = await rowsOf<{ name: string; print: string }>(w, prints.join(' union all '), [], tenant_id)
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}
