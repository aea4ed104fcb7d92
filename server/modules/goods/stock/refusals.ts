// Deliveries that contain another owner's code: each is refused as a whole and counted, so that nobody learns by guessing what others have in stock.

import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Audit, Change } from '../../../postgres/audit.ts'
import type { Query } from '../../../postgres/db.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { addRefusal, type Refused, refusalsOf, toldOfRefusals } from './refusals.sql.ts'

/**
 * The most refusals in a Berlin day. A few are tolerated, because two suppliers may happen to deliver the same card. An owner that reaches this number itself
 * delivers nothing more on that day. If an owner below the tenant's reseller reaches it together with all owners below it, nobody below it delivers either.
 */
export const REFUSALS_MOST = 3
/**
 * The most refusals in a day for all owners below a tenant's reseller together; the reseller's branches have nothing to do with each other. This limit does not
 * stop deliveries of the reseller itself.
 */
export const REFUSALS_BELOW_MOST = 9
/** When the refusals of a branch reach this number in a day, the platform and the tenant's reseller are notified. */
const TOLD_FROM = 2

type Delivery = { tenant_id: number; owner_id: string; now: Date }

/** Whether the refusals of that day rule out another delivery. `counts`: those of the owner's branch, from the reseller down to the owner itself. */
function isStopped(counts: readonly Refused[]): boolean {
  const [own, ...above] = [...counts].reverse()
  const reseller = above.pop()
  const isMuch = ({ refused, below }: Refused) => refused + below >= REFUSALS_MOST
  return (own?.refused ?? 0) >= REFUSALS_MOST || above.some(isMuch) || (reseller?.below ?? 0) >= REFUSALS_BELOW_MOST
}

/**
 * Throws if deliveries of the owner or of its branch are stopped for the day. Locks the branch's counts until the transaction ends, so that simultaneous
 * deliveries learn no more than successive ones.
 */
export async function admitDelivery(q: Query, { tenant_id, owner_id, now }: Delivery): Promise<void> {
  if (isStopped(await refusalsOf(q, { tenant_id, owner_id, day: berlinDay(now) }))) throw new Refusal('stock_stopped')
}

/**
 * Counts and logs a refusal in the caller's transaction, which must commit. Notifies the platform and the tenant's reseller of the branch's second
 * refusal of the day, and when further deliveries are stopped.
 */
export async function countRefusal(q: Query, { tenant_id, owner_id, now }: Delivery, audit: Audit, by: Pick<Change, 'subject' | 'by'>): Promise<void> {
  const day = berlinDay(now)
  const before = await refusalsOf(q, { tenant_id, owner_id, day })
  const above = before.slice(0, -1).map((row) => row.owner_id)
  await addRefusal(q, { tenant_id, day }, above, owner_id)
  const after = await refusalsOf(q, { tenant_id, owner_id, day })
  // The count is that of the branch directly below the reseller, so that an owner who was created for guessing does not begin with a count of its own.
  const [of = after.at(-1)] = after.length > 1 ? after.slice(1) : []
  const [count, stopped] = [(of?.refused ?? 0) + (of?.below ?? 0), isStopped(after)]
  await audit({ ...by, after: { refused_today: count, stopped } }, q)
  const kind = stopped && !isStopped(before) ? 'stock_stopped' : count === TOLD_FROM ? 'stock_refused_again' : undefined
  if (!kind) return
  for (const { organisation_id, name } of await toldOfRefusals(q, tenant_id, owner_id))
    await putNotice(q, now, { organisation_id, kind, data: { name, count: String(count) } })
}
