// Calls of support: choosing an organisation that allows itself to be viewed, and ending the view. server/http/admit.ts limits what may be done during a
// view.
import { accountRole } from '../../../../contract/kit/access.ts'
import { VIEW_MINUTES } from '../../../../contract/people/support.ts'
import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { searchFor } from '../../../postgres/search.ts'
import { beginView, endView, viewable } from './support.sql.ts'

type Support = Pick<Handlers, 'viewsList' | 'viewBegin' | 'viewEnd'>

type Tenant = { tenant_id: number; name: string }

export const support: Support = {
  // Each tenant is read in a transaction of its own, because no SQL statement can read several tenants.
  viewsList: async ({ page, limit, search_text }, { db }) => {
    const search = searchFor(search_text)
    const tenants = await db.reference((q) =>
      q.query<Tenant>(
        `select tenant_id, name from tenants
          where tenant_id > 0 order by name, tenant_id`,
      ),
    )
    const rows = []
    for (const { tenant_id, name } of tenants) {
      const found = await db.read(tenant_id, (q) => viewable(q, tenant_id, search))
      for (const { kind, ...row } of found)
        rows.push({ ...row, tenant_id, tenant_name: name, account_role: accountRole[kind === 'reseller' ? 'reseller' : 'seller'] })
    }
    return listed({ page, limit }, rows.slice(page * limit, (page + 1) * limit), rows.length)
  },

  viewBegin: async ({ tenant_id, organisation_id, reason }, { actor, db, now, sessions, audit }) => {
    const [tenant] = await db.reference((q) =>
      q.query<Tenant>(
        `select tenant_id, name from tenants
          where tenant_id = :tenant_id`,
        { tenant_id },
      ),
    )
    const [organisation] = tenant ? await db.read(tenant_id, (q) => viewable(q, tenant_id, null, organisation_id)) : []
    if (!organisation) throw new Refusal('not_found')
    const until = new Date(now().getTime() + VIEW_MINUTES * 60_000)
    // The view is written to the viewed tenant's log before anything is shown.
    const subject = { kind: 'organisation', id: organisation_id, name: organisation.organisation_name, organisation_id }
    await db.write(tenant_id, (q) => audit({ subject, after: { view_until: until.toISOString() }, reason }, q))
    await db.write(actor.home_tenant_id, (q) => beginView(q, actor, tenant_id, organisation_id, until))
    sessions.forget(actor.session_id)
    return {}
  },

  viewEnd: async (_, { actor, db, sessions, audit }) => {
    const { view, organisation_id, tenant_id } = actor
    await db.write(actor.home_tenant_id, (q) => endView(q, actor))
    if (view)
      await db.write(tenant_id, (q) => audit({ subject: { kind: 'organisation', id: organisation_id, name: view.organisation_name, organisation_id } }, q))
    sessions.forget(actor.session_id)
    return {}
  },
}
