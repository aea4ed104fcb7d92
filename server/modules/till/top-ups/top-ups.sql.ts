// Queries about top-ups: which connections can be asked about a telephone number.
import { adaptersThat } from '../../../../contract/kit/adapters.ts'
import type { Query } from '../../../postgres/db.ts'

/** The connections that can be asked about telephone numbers and operators, in order of preference. */
export const topUpConnections = (q: Query, tenant_id: number) =>
  q.query<{ id: string }>(
    `select id from connections
      where tenant_id = :tenant_id and is_active and adapter = any(:adapters) order by created_at, id`,
    { tenant_id, adapters: adaptersThat(({ sells }) => sells === 'top_ups') },
  )
