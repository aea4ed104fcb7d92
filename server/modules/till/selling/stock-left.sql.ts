// The query about what is left of goods that a till has just sold.
import { QUANTITY_MAX } from '../../../../contract/till/selling.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { ON_SALE } from './selling.sql.ts'

/**
 * How many PINs of these goods are left after a sale, as the catalogue says it (`offers` in selling.sql.ts). Goods that are sold out are left out, because their
 * supplier may make them now; and goods that draw on a nearly empty pool, because the other goods that draw on it have as few left.
 */
export const leftOf = (q: Query, { tenant_id }: SignedIn, configuration_ids: readonly string[], today: string) =>
  q.query<{ configuration_id: string; left: number | null }>(
    `select c.id as configuration_id, case when stock.unsold <= ${QUANTITY_MAX} then stock.unsold::int end as left
       from configurations c
      cross join lateral (
        select sum(h.end_seq - h.next_seq) as unsold from queue_heads h
         where h.tenant_id = :tenant_id and h.configuration_id = c.stock_id and ${ON_SALE}) stock
      where c.tenant_id = :tenant_id and c.id = any (:configuration_ids::uuid[])
        and (stock.unsold > ${QUANTITY_MAX} or c.draws_on is null and stock.unsold > 0)`,
    { tenant_id, configuration_ids, today },
  )
