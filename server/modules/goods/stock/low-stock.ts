// Notifies owners: once a day about stock that will not last three days, and once about stock that will expire soon.
import { moneyText } from '../../../../contract/kit/money.ts'
import type { Services } from '../../../http/services.ts'
import { eachTenant } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { type Expiring, type Scarce, untoldExpiring, untoldLow } from './pace.sql.ts'

type Needs = Pick<Services, 'db' | 'clock'>

/** What a notice says of the goods: for a pool its name, for a denomination its value. */
const goodsOf = ({ configuration_id, pool_name, product_name, value, unsold }: Scarce | Expiring) => ({
  configuration_id,
  product: pool_name === null ? product_name : `${product_name} ${pool_name}`,
  value: pool_name === null ? moneyText(value) : '',
  count: String(unsold),
})

/** Sends a notice about low stock, on every day on which the stock is low. */
export async function tellLow({ db, clock }: Needs): Promise<void> {
  const now = clock()
  await eachTenant({ db }, (tenant_id) =>
    db.write(tenant_id, async (q) => {
      for (const low of await untoldLow(q, tenant_id, now))
        await putNotice(q, now, { organisation_id: low.owner_id, kind: low.pool_name === null ? 'stock_low' : 'pool_low', data: goodsOf(low) })
    }),
  )
}

export async function tellExpiring({ db, clock }: Needs): Promise<void> {
  const now = clock()
  await eachTenant({ db }, (tenant_id) =>
    db.write(tenant_id, async (q) => {
      for (const batch of await untoldExpiring(q, tenant_id, now)) {
        const data = { ...goodsOf(batch), batch_no: String(batch.batch_no), day: batch.expires_on }
        await putNotice(q, now, { organisation_id: batch.owner_id, kind: 'stock_expiring', data })
      }
    }),
  )
}

export const stockJobs = (needs: Needs): JobList => ({
  stock_low: { cron: '40 5 * * *', work: () => tellLow(needs) },
  stock_expiring: { cron: '45 5 * * *', work: () => tellExpiring(needs) },
})
