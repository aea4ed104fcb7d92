// Suspends customers and lets them work again: users, till and wallet in one step. Of the named customers those below the caller are changed; the others are
// skipped and counted. Everybody below a suspended customer is suspended too, from their next call on.

import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { grouped } from '../../../kit/groups.ts'
import { customersToChange, type Locked, setActive, setStopped } from './customer-changes.sql.ts'
import { subjectOf } from './customer-lock.ts'

type State = { is_active: boolean; reason: string }

export const customerStatus: Handlers['customerStatus'] = async (
  { customer_id, customer_ids = [], is_active, reason, still },
  { actor, db, now, audit, sessions },
) => {
  const { tenant_id } = actor
  const ids = [...new Set(customer_id ? [customer_id, ...customer_ids] : customer_ids)]
  const { own, changed, was, kept } = await db.write(tenant_id, async (q) => {
    const rows = await customersToChange(q, actor, ids)
    if (rows.length === 0) throw new Refusal('not_found')
    const isAs = (row: Locked, { is_active, reason }: State) => row.is_active === is_active && (is_active || row.stopped_reason === reason)
    const others = rows.filter((row) => (still ? isAs(row, still) : row.is_active !== is_active))
    const left = still ? rows.filter((row) => !isAs(row, still) && !isAs(row, { is_active, reason })) : []
    if (others.length === 0) await audit(null)
    for (const row of others) {
      await setActive(q, actor, row.id, is_active)
      await (is_active ? setStopped(q, tenant_id, row.id, null, '', '') : setStopped(q, tenant_id, row.id, now(), actor.full_name || actor.username, reason))
      await audit({ subject: subjectOf(row), before: { is_active: row.is_active }, after: { is_active }, reason }, q)
    }
    const was = [...grouped(others, (row) => row.stopped_reason)].map(([reason, of]) => ({ reason, customer_ids: of.map(({ id }) => id) }))
    return { own: rows.map(({ id }) => id), changed: others.length, was, kept: left.map(({ name }) => name) }
  })
  for (const id of own) sessions.forgetOrganisation(id)
  return { changed, left_out: ids.length - own.length, was, kept }
}
