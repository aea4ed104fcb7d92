// Runs every minute: notifies about wallets that run low, and books automatic credit that is due without a sale (after midnight, or when rules are resumed).
import { moneyText } from '../../../../contract/kit/money.ts'
import { tallying } from '../../../figures/tallies.ts'
import type { Services } from '../../../http/services.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { forgetAlerts, newlyLow } from './alerts.sql.ts'
import { due } from './auto-credit.sql.ts'
import { booked } from './booking-tally.ts'

type Needs = Pick<Services, 'db' | 'money' | 'clock'>

export const creditJobs = (needs: Needs): JobList => ({
  watch_credit: { cron: '* * * * *', work: rounds(needs, 'watch_credit', (tenant_id) => watchCredit(needs, tenant_id)) },
  tally_booked: { cron: '8,18,28,38,48,58 * * * *', work: tallying(needs, booked) },
})

/** Books automatic credit first, then notifies about low wallets, so that a wallet that was just credited causes no notice. */
export async function watchCredit(needs: Needs, tenant_id: number): Promise<void> {
  await bookDue(needs, tenant_id)
  await tellLow(needs, tenant_id)
}

async function bookDue({ db, money, clock }: Needs, tenant_id: number): Promise<void> {
  for (const { customer_id } of await db.read(tenant_id, (q) => due(q, tenant_id, clock()))) await money.runAutoCredit(tenant_id, customer_id)
}

/** Notifies the customer and the organisation above, in the same transaction that notes the level as reported. */
async function tellLow({ db, clock }: Needs, tenant_id: number): Promise<void> {
  const now = clock()
  await db.write(tenant_id, async (q) => {
    await forgetAlerts(q, tenant_id, berlinDay(now))
    for (const { customer_id, parent_id, name, available, level } of await newlyLow(q, tenant_id, berlinDay(now))) {
      const data = { customer_id, customer: name, balance: moneyText(available), count: String(level) }
      for (const organisation_id of [customer_id, parent_id]) await putNotice(q, now, { organisation_id, kind: 'credit_low', data })
    }
  })
}
