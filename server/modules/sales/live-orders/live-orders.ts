// Orders at suppliers that are not known yet: the job that takes up what is due in every tenant, whichever server began it.
import type { Services } from '../../../http/services.ts'
import { newIdAt } from '../../../kit/ids.ts'
import { eachTenant, rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { forgetExchanges } from './live-orders.sql.ts'

export { registerCallbacks } from './callbacks.ts'

/** What was said on the wire is kept as long as a supplier may be argued with. */
const KEPT_MS = 180 * 24 * 3_600_000

export const liveOrderJobs = ({ db, live, clock }: Pick<Services, 'db' | 'live' | 'clock'>): JobList => ({
  // Only takes them up: a supplier that hangs holds up no other job.
  ask_suppliers: { cron: '* * * * *', work: rounds({ db, clock }, 'ask_suppliers', async (tenant_id) => void (await live.takeUp(tenant_id))) },
  forget_exchanges: {
    cron: '43 3 * * *',
    work: () =>
      eachTenant({ db }, async (tenant_id) => {
        const before = newIdAt(new Date(clock().getTime() - KEPT_MS))
        await db.write(tenant_id, (q) => forgetExchanges(q, tenant_id, before))
      }),
  },
})
