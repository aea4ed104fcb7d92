// Calls about registrations: the three steps of the person who has the link, and what the organisations that sent the link see and can change.

import type { Handlers } from '../../../http/mount.ts'
import { digestOf, newSecret } from '../../../http/sessions.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Db } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/row-pages.ts'
import { searchFor } from '../../../postgres/search.ts'
import { layHand } from '../approvals/approvals.ts'
import { cancel, type ListRow, list, listCount, restart, type Seen, seen, setContact } from './registrations.sql.ts'
import { expiryFrom, sendLink } from './registrations.ts'
import { code, password, userName } from './steps.ts'

type Registrations = Pick<Handlers, 'registrationUserName' | 'registrationCode' | 'registrationPassword' | 'registrationsList' | 'registrationUpdate'>

/** The tenants in which a user may have registrations: the one viewed, and the user's own, in which the platform's users register. */
const tenantsOf = ({ tenant_id, home_tenant_id }: SignedIn) => [...new Set([tenant_id, home_tenant_id])]

export const registrations: Registrations = {
  registrationUserName: userName,
  registrationCode: code,
  registrationPassword: password,

  registrationsList: async ({ page, limit, filters, search_text }, { actor, db, now }) => {
    const asked = { state: filters.state, search: searchFor(search_text), now: now() }
    const most = (page + 1) * limit
    const looks = tenantsOf(actor).map((tenant_id) =>
      db.list({ tenant_id, user_id: actor.user_id }, async (q) => ({
        rows: await list(q, tenant_id, actor.organisation_id, asked, most),
        count: await listCount(q, tenant_id, actor.organisation_id, asked),
      })),
    )
    const found = await Promise.all(looks)
    const rows = found.flatMap((each) => each.rows).sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    const total_count = found.reduce((sum, each) => sum + each.count, 0)
    return { registrations: rows.slice(page * limit, most).map(rowOf), filters: pageOf({ page, limit }, total_count) }
  },

  registrationUpdate: async ({ registration_id, action, email, mobile }, context) => {
    const { actor, db, now, audit } = context
    const tenant_id = await tenantOf(db, actor, registration_id)
    await db.write(tenant_id, async (q) => {
      const [row] = await seen(q, tenant_id, actor.organisation_id, registration_id)
      if (!row) throw new Refusal('not_found')
      if (row.completed_at || row.cancelled_at) throw new Refusal('registration_over')
      if (action === 'cancel') {
        await cancel(q, tenant_id, row.id, now())
        return audit({ subject: subjectOf(row), before: { state: 'waiting' }, after: { state: 'cancelled' } }, q)
      }
      const [secret, expires_at] = [newSecret(), expiryFrom(now())]
      const contact = { email: email ?? row.email, mobile: mobile ?? row.mobile }
      await setContact(q, tenant_id, row.user_id, contact.email, contact.mobile)
      await layHand(q, actor, now(), tenant_id, row.user_id, 'reset')
      await restart(q, tenant_id, row.id, digestOf(secret), expires_at)
      await sendLink(q, context, { ...row, ...contact }, secret)
      const before = { email: row.email, mobile: row.mobile, expires_at: row.expires_at }
      await audit({ subject: subjectOf(row), before, after: { ...contact, expires_at } }, q)
    })
    return {}
  },
}

async function tenantOf(db: Db, actor: SignedIn, registration_id: string): Promise<number> {
  for (const tenant_id of tenantsOf(actor)) {
    const [row] = await db.read(tenant_id, (q) =>
      q.query('select from registrations where tenant_id = :tenant_id and id = :registration_id', { tenant_id, registration_id }),
    )
    if (row) return tenant_id
  }
  throw new Refusal('not_found')
}

const subjectOf = ({ id, full_name, username, organisation_id }: Seen) => ({ kind: 'registration', id, name: full_name || username, organisation_id })

const rowOf = ({ created_at, expires_at, completed_at, ...row }: ListRow) => ({
  ...row,
  created_at,
  expires_at,
  completed_at,
})
