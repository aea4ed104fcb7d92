// Tells why a shop finds nothing of a kind of live goods. The cause may pass within minutes, be at the supplier or be at the shop's reseller; what the shop
// can do differs in each case.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { SupplyState } from '../../../../contract/till/supply.ts'
import type { ConnectionRow } from './supply.sql.ts'

type Supply = { state: SupplyState; since: Instant | null }

const earliest = (instants: readonly (Instant | null)[]): Instant | null => instants.flatMap((each) => each ?? []).sort()[0] ?? null

/** The state of supply for a shop. `offering`: the connections that have at least one product on offer to the shop. */
export function supplyOf(connections: readonly ConnectionRow[], offering: ReadonlySet<string>): Supply {
  const offered = connections.filter(({ connection_id }) => offering.has(connection_id))
  const unread = connections.filter(({ is_read }) => !is_read)
  if (offered.length === 0 && unread.length > 0) return { state: 'not_read', since: earliest(unread.map(({ unread_since }) => unread_since)) }
  if (offered.length === 0) return { state: 'not_released', since: null }
  const away = offered.map(({ away_since }) => away_since)
  return away.includes(null) ? { state: 'on_offer', since: null } : { state: 'away', since: earliest(away) }
}
