// Deliveries with a code in them that another owner has: refused as a whole and counted, so that nobody learns by guessing what others have in stock.

import { berlinDay } from '../../kit/berlin.ts'
import { Refusal } from '../../kit/errors.ts'
import type { Audit, Change } from '../../postgres/audit.ts'
import type { Query } from '../../postgres/db.ts'
import { putNotice } from '../notices/notices.ts'
import { addRefusal, refusalsOf, toldOfRefusals } from './refusals.sql.ts'

/** Refusals per owner and Berlin day. Two suppliers may happen to deliver the same card; after this many no delivery is accepted that day. */
export const REFUSALS_MOST = 3

type Delivery = { tenant_id: number; owner_id: string; now: Date }

/** Locks the owner's count until the end of the transaction, so that simultaneous deliveries reveal no more. Throws once deliveries are stopped. */
export async function admitDelivery(q: Query, { tenant_id, owner_id, now }: Delivery): Promise<void> {
  if ((await refusalsOf(q, tenant_id, owner_id, berlinDay(now))) >= REFUSALS_MOST) throw new Refusal('stock_stopped')
}

/** Counts and logs a refusal in the caller's transaction, which must be committed; tells those above when the limit is reached. */
export async function countRefusal(q: Query, { tenant_id, owner_id, now }: Delivery, audit: Audit, by: Pick<Change, 'subject' | 'by'>): Promise<void> {
  const refused = await addRefusal(q, tenant_id, owner_id, berlinDay(now))
  await audit({ ...by, after: { refused_today: refused, stopped: refused >= REFUSALS_MOST } }, q)
  if (refused !== REFUSALS_MOST) return
  for (const { organisation_id, name } of await toldOfRefusals(q, tenant_id, owner_id))
    await putNotice(q, now, { organisation_id, kind: 'stock_stopped', data: { name, count: String(refused) } })
}
