// Calls about the audit log: reading it, and checking that it is unchanged.

import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { actionsKnown, type EntryRow, entries, entryCount } from './audit.sql.ts'
import { checkAudit } from './check.ts'

/** The tenant whose log is read. The platform may also read its own log, if `own` is set. */
const tenantOf = (actor: SignedIn, own: boolean | undefined) => (own && actor.role === 'superadmin' ? actor.home_tenant_id : actor.tenant_id)

export const audit: Pick<Handlers, 'auditList' | 'auditCheck'> = {
  auditList: async (asked, { actor, db }) => {
    const { page, limit, filters } = asked
    const tenant_id = tenantOf(actor, filters.own)
    return db.list({ tenant_id, user_id: actor.user_id }, async (q) => {
      const rows = await entries(q, actor, tenant_id, asked)
      const total_count = await entryCount(q, actor, tenant_id, asked)
      return { ...listed({ page, limit }, rows.map(entryAnswer), total_count), actions: await actionsKnown(q, tenant_id) }
    })
  },

  auditCheck: async ({ own }, context) => {
    const { actor, now } = context
    const checked = await checkAudit(context, tenantOf(actor, own))
    return { ...checked, checked_at: now().toISOString() }
  },
}

const entryAnswer = ({ before, after, ...row }: EntryRow) => ({ ...row, changes: changesOf(before, after) })

function changesOf(before: EntryRow['before'], after: EntryRow['after']) {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return fields.map((field) => ({ field, before: readable(before[field]), after: readable(after[field]) }))
}

/** A logged value as text for people: a list with commas, an object as JSON. The screen formats amounts and times. */
function readable(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return JSON.stringify(value)
}
