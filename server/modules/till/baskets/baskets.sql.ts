// The query that selects the actor's own sales among the sales of a basket.
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'

/** Those of the given sales that belong to the actor's own organisation. */
export const ownSales = (q: Query, { tenant_id, organisation_id }: SignedIn, sale_ids: readonly string[]) =>
  q.query<{ id: string }>(
    `select s.id from sales s
      where s.tenant_id = :tenant_id and s.id = any (:sale_ids::uuid[]) and s.seller_id = :organisation_id`,
    { tenant_id, organisation_id, sale_ids },
  )
