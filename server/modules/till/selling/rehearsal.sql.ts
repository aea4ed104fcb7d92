// Queries for rehearsing a sale when the server starts.
import type { Query } from '../../../postgres/db.ts'

/** The tenant in which something happened last. */
export const lastActive = (q: Query) =>
  q.query<{ tenant_id: number }>(`
    select tenant_id from tenant_activity order by at desc limit 1`)

type LastSale = { seller_id: string; user_id: string; session_id: string; configuration_id: string }

/** The newest sale from stock; only among the newest sales, so that a tenant that sells everything over suppliers is not searched. */
export const lastSale = (q: Query, tenant_id: number) =>
  q.query<LastSale>(
    `select s.seller_id, s.user_id, s.session_id, s.configuration_id
       from (select * from sales where tenant_id = :tenant_id order by id desc limit 100) s
      where s.ranges <> '{}' order by s.id desc limit 1`,
    { tenant_id },
  )
