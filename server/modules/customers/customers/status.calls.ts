// Suspends customers and lets them work again: users, till and wallet in one step. Of the named customers those below the caller are changed; the others are
// skipped and counted. Everybody below a suspended customer is suspended too, from their next call on.

import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { customersToChange, setActive, setStopped } from './customer-changes.sql.ts'
import { subjectOf } from './customer-lock.ts'

export const customerStatus: Handlers['customerStatus'] = async (
  { customer_id, customer_ids = [], is_active, reason },
  { actor, db, now, audit, sessions },
) => {
  const { tenant_id } = actor
  const ids = [...new Set(customer_id ? [customer_id, ...customer_ids] : customer_ids)]
  const { own, changed } = await db.write(tenant_id, async (q) => {
    const rows = await customersToChange(q, actor, ids)
    if (rows.length === 0) throw new Refusal('not_found')
    const others = rows.filter((row) => row.is_active !== is_active)
    if (others.length === 0) await audit(null)
    for (const row of others) {
      await setActive(q, actor, row.id, is_active)
      await (is_active ? setStopped(q, tenant_id, row.id, null, '', '') : setStopped(q, tenant_id, row.id, now(), actor.full_name || actor.username, reason))
      await audit({ subject: subjectOf(row), before: { is_active: row.is_active }, after: { is_active }, reason }, q)
    }
    return { own: rows.map(({ id }) => id), changed: others.length }
  })
  for (const id of own) sessions.forgetOrganisation(id)
  return { changed, left_out: ids.length - own.length }
}
