// The loss guard: every morning it sends each organisation a notice about each matter that looked like its loss yesterday, but about one matter once a week at
// most.
import { moneyText, percentText } from '../../../../contract/kit/money.ts'
import type { NoticeKind } from '../../../../contract/messages/notices.ts'
import type { Services } from '../../../http/services.ts'
import { berlinDay, dayBefore } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { eachTenant } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { LIMITS } from './limits.ts'
import { fallenDiscounts, isNews, lossesOf, oddReprints, unusualBuying } from './loss-guard.sql.ts'

type Alert = { organisation_id: string; kind: NoticeKind; subject: string; data: Record<string, string> }
type Needs = Pick<Services, 'db' | 'clock'>

export const lossJobs = (needs: Needs): JobList => ({ guard_losses: { cron: '25 5 * * *', work: () => eachTenant(needs, (id) => guardLosses(needs, id)) } })

export async function guardLosses({ db, clock }: Needs, tenant_id: number): Promise<void> {
  const now = clock()
  const day = dayBefore(berlinDay(now))
  await db.write(tenant_id, async (q) => {
    for (const { data, ...alert } of await alertsOf(q, tenant_id, day)) {
      if (await isNews(q, tenant_id, { ...alert, day, again_days: LIMITS.again_days })) await putNotice(q, now, { ...alert, data })
    }
  })
}

const goodsOf = ({ configuration_id, product_name, value }: { configuration_id: string; product_name: string; value: number }) => ({
  configuration_id,
  product: product_name,
  value: moneyText(value),
})

async function alertsOf(q: Query, tenant_id: number, day: string): Promise<Alert[]> {
  const losses = await lossesOf(q, tenant_id, day, LIMITS)
  const fallen = await fallenDiscounts(q, tenant_id, day, LIMITS)
  const reprints = await oddReprints(q, tenant_id, day, LIMITS)
  const buying = await unusualBuying(q, tenant_id, day, LIMITS)
  return [
    ...losses.map(
      ({ organisation_id, lost, ...goods }): Alert => ({
        ...{ organisation_id, kind: 'margin_negative', subject: goods.configuration_id },
        data: { ...goodsOf(goods), amount: moneyText(lost) },
      }),
    ),
    ...fallen.map(
      ({ owner_id, batch_no, discount, before, ...goods }): Alert => ({
        ...{ organisation_id: owner_id, kind: 'discount_fallen', subject: String(batch_no) },
        data: { ...goodsOf(goods), batch_no: String(batch_no), before: percentText(before), percent: percentText(discount) },
      }),
    ),
    ...reprints.map(
      ({ parent_id, customer_id, name, again, pins }): Alert => ({
        ...{ organisation_id: parent_id, kind: 'reprints_odd', subject: customer_id },
        data: { customer_id, customer: name, count: String(again), number: String(pins) },
      }),
    ),
    ...buying.map(
      ({ parent_id, customer_id, name, bought, usual }): Alert => ({
        ...{ organisation_id: parent_id, kind: 'buying_unusual', subject: customer_id },
        data: { customer_id, customer: name, amount: moneyText(bought), balance: moneyText(usual) },
      }),
    ),
  ]
}
