// Orders at suppliers with an unknown outcome. In every tenant a job asks the suppliers about the orders that are due, whichever server sent them.
import type { Services } from '../../../http/services.ts'
import { newIdAt } from '../../../kit/ids.ts'
import { eachTenant, rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { forgetExchanges } from './live-orders.sql.ts'

export { registerCallbacks } from './callbacks.ts'

/** Exchanges with suppliers are kept as long as a supplier may still dispute an order. */
const KEPT_MS = 180 * 24 * 3_600_000

export const liveOrderJobs = ({ db, live, clock }: Pick<Services, 'db' | 'live' | 'clock'>): JobList => ({
  // The job only starts the requests and does not wait for their answers, so a supplier that does not answer delays no other job.
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
