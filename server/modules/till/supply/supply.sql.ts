// Queries of supply: the connections that deliver a kind of goods, whether their catalogues were ever read, and since when they have not answered.
import type { Provider } from '../../../../contract/goods/live-prices.ts'
import { adaptersThat } from '../../../../contract/kit/adapters.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Query } from '../../../postgres/db.ts'

/**
 * A connection and what its supplier last did. `is_read`: whether its catalogue has ever held products; true for a supplier without a catalogue.
 * `unread_since`: the first failed reading since the last successful one. `away_since`: the first failed request since the last successful one.
 */
export type ConnectionRow = { connection_id: string; is_read: boolean; unread_since: Instant | null; away_since: Instant | null }

const WITHOUT_CATALOGUE = adaptersThat(({ catalogue }) => !catalogue)

/** The active connections to these providers. Requests before `since` are not read. */
export const connectionsOf = (q: Query, tenant_id: number, providers: readonly Provider[], since: string) =>
  q.query<ConnectionRow>(
    `select n.id as connection_id, n.adapter = any (:without_catalogue) or coalesce(k.products, 0) > 0 as is_read,
            k.failing_since as unread_since, failed.at as away_since
       from connections n
       left join catalogues k on k.tenant_id = :tenant_id and k.connection_id = n.id
       left join lateral (
         select x.id from exchanges x
          where x.tenant_id = :tenant_id and x.connection_id = n.id and x.id >= :since
            and x.outcome = 'answer' and x.status < 500
          order by x.id desc limit 1) good on true
       left join lateral (
         select x.at from exchanges x
          where x.tenant_id = :tenant_id and x.connection_id = n.id and x.id > coalesce(good.id, :since)
          order by x.id limit 1) failed on true
      where n.tenant_id = :tenant_id and n.is_active and n.provider = any (:providers)`,
    { tenant_id, providers, since, without_catalogue: WITHOUT_CATALOGUE },
  )
