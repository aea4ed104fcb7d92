// Calls with which the platform lists the tenants and chooses the tenant that it views.
import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { chooseTenant, tenants as tenantRows } from './auth.sql.ts'

export const tenants: Pick<Handlers, 'tenantsList' | 'tenantChoose'> = {
  tenantsList: async (_, { actor, db }) => {
    const rows = await db.reference(tenantRows)
    return { content: rows.map((row) => ({ ...row, chosen: row.tenant_id === actor.tenant_id })) }
  },

  tenantChoose: async ({ tenant_id }, { actor, db, sessions, audit }) => {
    const rows = await db.reference(tenantRows)
    const chosen = rows.find((row) => row.tenant_id === tenant_id)
    if (!chosen) throw new Refusal('not_found')
    await db.write(actor.home_tenant_id, (q) => chooseTenant(q, actor, tenant_id))
    await db.write(tenant_id, (q) => audit({ subject: { kind: 'tenant', id: String(tenant_id), name: chosen.name } }, q))
    sessions.forget(actor.session_id)
    return {}
  },
}
