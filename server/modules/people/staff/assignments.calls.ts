// Calls about which staff manage which customer: assigning, ending, and the history.

import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { searchFor } from '../../../postgres/search.ts'
import { assign, assignmentCount, assignments, customersBelow, end } from './assignments.sql.ts'
import { here, placeOf } from './place.ts'
import { personToChange } from './staff.sql.ts'

const nameOf = ({ full_name, username }: Pick<SignedIn, 'full_name' | 'username'>) => full_name || username

export const staffAssign: Handlers['staffAssign'] = async ({ user_id, customer_ids, action }, { actor, db, now, audit }) => {
  const place = await placeOf(actor, user_id, db)
  const { tenant_id } = place
  return db.write(tenant_id, async (q) => {
    const [person] = await personToChange(q, place, user_id)
    if (!person) throw new Refusal('not_found')
    const ids = [...new Set(customer_ids)]
    const names = new Map((await customersBelow(q, place, person.organisation_id, ids)).map(({ id, name }) => [id, name]))
    if (names.size < ids.length) throw new Refusal('not_found')
    const change = { tenant_id, user_id, ids, by: nameOf(actor), now: now() }
    const rows = await (action === 'assign' ? assign(q, change) : end(q, change))
    const customers = rows.map(({ organisation_id }) => names.get(organisation_id))
    const subject = { kind: 'user', id: user_id, name: person.full_name || person.username, organisation_id: person.organisation_id }
    await audit({ subject, ...(action === 'assign' ? { before: {}, after: { customers } } : { before: { customers }, after: {} }) }, q)
    return { changed: rows.length, changed_ids: rows.map(({ organisation_id }) => organisation_id) }
  })
}

export const staffAssignHistory: Handlers['staffAssignHistory'] = async ({ page, limit, filters, search_text }, { actor, db }) => {
  const asked = { ...filters, search: searchFor(search_text), page, limit }
  return db.list(actor, async (q) => {
    const rows = await assignments(q, here(actor), asked)
    return listed({ page, limit }, rows, await assignmentCount(q, here(actor), asked))
  })
}
