// The call that tells a shop why it finds nothing of a kind of live goods.
import type { LiveType } from '../../../../contract/kit/product-types.ts'
import { providersOf } from '../../../../contract/till/supply.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { newIdAt } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { codesLive, goodsOf } from '../live-selling/live-selling.ts'
import { type ConnectionRow, connectionsOf } from './supply.sql.ts'
import { supplyOf } from './supply.ts'

/** Only requests of the exchange log that are younger than this are read. */
const LATELY_MS = 24 * 3_600_000

/** The connections that have something on offer to the shop. For bus tickets these are all connections, because trips are not put on sale one by one. */
async function offering(q: Query, actor: SignedIn, type: LiveType, connections: readonly ConnectionRow[]): Promise<Set<string>> {
  const rows = type === 'bus_ticket' ? connections : [...(await goodsOf(q, actor, type)), ...(await codesLive(q, actor, type))]
  return new Set(rows.map(({ connection_id }) => connection_id))
}

export const supplyCalls: Pick<Handlers, 'supply'> = {
  supply: async ({ type }, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const since = newIdAt(new Date(now().getTime() - LATELY_MS))
      const connections = await connectionsOf(q, actor.tenant_id, providersOf(type), since)
      return supplyOf(connections, await offering(q, actor, type, connections))
    }),
}
