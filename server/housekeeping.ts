// Jobs that belong to no module: they delete old sign-ins and attempts every hour.

import type { Services } from './http/services.ts'
import { eachTenant } from './postgres/each-tenant.ts'
import type { JobList } from './postgres/jobs.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ATTEMPTS_KEPT_MS = DAY_MS
/** How long sign-ins are kept, among them decided login requests, which can be looked up until then; the audit log keeps the decisions for good. */
const LOGINS_KEPT_MS = 30 * DAY_MS

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'metrics'>

export const housekeeping = (needs: Needs): JobList => ({
  forget_logins: { cron: '37 * * * *', work: () => eachTenant(needs, (tenant_id) => forgetLogins(needs, tenant_id)) },
  forget_attempts: { cron: '17 * * * *', work: () => eachTenant(needs, (tenant_id) => forgetAttempts(needs, tenant_id)) },
})

async function forgetAttempts({ db, clock }: Needs, tenant_id: number): Promise<void> {
  const before = new Date(clock().getTime() - ATTEMPTS_KEPT_MS)
  await db.write(tenant_id, (q) =>
    q.query(
      `delete from login_attempts
        where tenant_id = :tenant_id and window_start < :before`,
      { tenant_id, before },
    ),
  )
}

async function forgetLogins({ db, clock }: Needs, tenant_id: number): Promise<void> {
  const before = new Date(clock().getTime() - LOGINS_KEPT_MS)
  await db.write(tenant_id, (q) => q.query('delete from logins where tenant_id = :tenant_id and created_at < :before', { tenant_id, before }))
}
