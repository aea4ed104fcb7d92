// Keeps the search text of an organisation in its row: its name, the user name of its first manager, its mobile number, its city and its customer
// number, in small letters without accents.
import { fold } from '../../contract/kit/fold.ts'
import { IS_MANAGER } from '../kit/actor.ts'
import type { Query } from './db.ts'

/** Stores the search text of an organisation again. Must be called in the transaction that changes one of these texts. */
export async function refreshSearch(q: Query, tenant_id: number, organisation_id: string): Promise<void> {
  const [row] = await q.query<{ name: string; username: string | null; mobile: string; city: string; customer_number: string }>(
    `select o.name, o.mobile, o.city, o.customer_number,
            (select u.username from users u
              where u.tenant_id = :tenant_id and u.organisation_id = o.id and ${IS_MANAGER}
              order by u.id limit 1) as username
       from organisations o where o.tenant_id = :tenant_id and o.id = :organisation_id`,
    { tenant_id, organisation_id },
  )
  if (!row) return
  const text = fold([row.name, row.username ?? '', row.mobile, row.mobile.replaceAll(/\D/g, ''), row.city, row.customer_number].join(' '))
  await q.query('update organisations set full_search = :text where tenant_id = :tenant_id and id = :organisation_id', { tenant_id, organisation_id, text })
}
