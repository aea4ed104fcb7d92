// The call that shows the proofs of the books.
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { ReadDb } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { runCount, runs } from './books.sql.ts'
import type { KeptFinding } from './finding-kinds.ts'

export const books: Pick<Handlers, 'proofsList'> = {
  proofsList: async ({ page, limit, filters }, { actor, db }) => {
    const most = (page + 1) * limit
    const looks = (await tenantsOf(actor, db)).map(({ tenant_id, name }) =>
      db.list({ tenant_id, user_id: actor.user_id }, async (q) => {
        const rows = await runs(q, tenant_id, filters.state, most)
        const [count = { n: 0, latest: null }] = await runCount(q, tenant_id, filters.state)
        return { rows: rows.map((row) => ({ ...row, tenant_name: name })), ...count, name }
      }),
    )
    const tenants = await Promise.all(looks)
    const rows = tenants.flatMap((tenant) => tenant.rows).sort((a, b) => (a.run_id < b.run_id ? 1 : -1))
    const total_count = tenants.reduce((sum, { n }) => sum + n, 0)
    const content = rows.slice(page * limit, most).map(({ looked_at, findings, ...row }) => ({
      ...row,
      ...looked_at,
      state: findings.length > 0 ? ('wrong' as const) : ('sound' as const),
      findings: findings.map((finding) => asSeen(finding, actor)),
    }))
    return {
      ...listed({ page, limit }, content, total_count),
      wrong: tenants.filter(({ latest }) => latest).map(({ name }) => name),
      unproven: tenants.filter(({ latest }) => latest === null).map(({ name }) => name),
    }
  },
}

/** The tenants whose proofs the caller may see: the platform sees all tenants, a reseller only its own. Each proof is read in its own tenant. */
async function tenantsOf({ role, tenant_id, home_tenant_id }: SignedIn, db: ReadDb) {
  const ALL = 'select tenant_id, name from tenants order by tenant_id'
  const all = await db.reference((q) => q.query<{ tenant_id: number; name: string }>(ALL))
  return all.filter((tenant) => (role === 'superadmin' ? tenant.tenant_id !== home_tenant_id : tenant.tenant_id === tenant_id))
}

/**
 * A finding as the caller may see it. It may name any row of the tenant, so only the platform and the reseller at the top of the tenant see which row is
 * wrong; those below learn only that a rule has failed.
 */
const asSeen = (finding: KeptFinding, { role, organisation_path }: SignedIn): KeptFinding =>
  role === 'superadmin' || organisation_path.length <= 2
    ? finding
    : { ...finding, row: '', expected_total: null, found_total: null, expected_count: null, found_count: null }
