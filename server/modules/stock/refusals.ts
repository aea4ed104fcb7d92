// Deliveries with a code in them that another owner has: refused as a whole and counted, so that nobody learns by guessing what others have in stock.

import type { Audit, Change } from '../../kit/audit.ts'
import { berlinDay } from '../../kit/berlin.ts'
import type { Query } from '../../kit/db.ts'
import { Refusal } from '../../kit/errors.ts'
import { putNotice } from '../notices/notices.ts'
import { addRefusal, refusalsOf, toldOfRefusals } from './refusals.sql.ts'

/** Of one owner on a Berlin day: two suppliers may deliver the same card once; then no more is taken that day. */
export const REFUSALS_MOST = 3

type Delivery = { tenant_id: number; owner_id: string; now: Date }

/** One delivery of an owner at a time from here to the end of the transaction: who sends many at once learns no more. Throws once it is stopped. */
export async function admitDelivery(q: Query, { tenant_id, owner_id, now }: Delivery): Promise<void> {
  if ((await refusalsOf(q, tenant_id, owner_id, berlinDay(now))) >= REFUSALS_MOST) throw new Refusal('stock_stopped')
}

/** In the caller's transaction, which has to be committed for it: counted, written down, and told to those above when it was one too many. */
export async function countRefusal(q: Query, { tenant_id, owner_id, now }: Delivery, audit: Audit, by: Pick<Change, 'subject' | 'by'>): Promise<void> {
  const refused = await addRefusal(q, tenant_id, owner_id, berlinDay(now))
  await audit({ ...by, after: { refused_today: refused, stopped: refused >= REFUSALS_MOST } }, q)
  if (refused !== REFUSALS_MOST) return
  for (const { organisation_id, name } of await toldOfRefusals(q, tenant_id, owner_id))
    await putNotice(q, now, { organisation_id, kind: 'stock_stopped', data: { name, count: String(refused) } })
}
