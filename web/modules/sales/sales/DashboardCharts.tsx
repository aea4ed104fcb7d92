// The charts of the start page. They cover the last 7 or 30 days, so that they are not empty before the first sale of a morning.
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { berlinDay } from '../../../kit/base/format.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { ClaimAges, SalesCharts } from '../../../kit/charts/charts.tsx'
import { Chips } from '../../../kit/page/Chips.tsx'

const DAY_MS = 86_400_000
const spans = ['7', '30'] as const

export function DashboardCharts() {
  const word = useTranslations('words')
  const [state, change] = useUrlState()
  const user = useUser()
  const isShop = user.account_role === accountRole.seller
  const days = spans.find((known) => known === state['days']) ?? spans[0]
  const to = berlinDay()
  const from = berlinDay(new Date(Date.parse(`${to}T12:00:00Z`) - (Number(days) - 1) * DAY_MS))
  return (
    <>
      <Chips
        value={days}
        options={spans.map((value) => ({ value, label: word('days', { days: value }) }))}
        choose={(value) => change({ days: value === spans[0] ? undefined : value }, { replace: true })}
      />
      <SalesCharts span={{ from, to }} hasCustomers={!isShop} />
      {user.account_role === accountRole.superadmin && can(user, 'reclaimsList') && <ClaimAges asked={{ scope: 'desk' }} />}
    </>
  )
}
