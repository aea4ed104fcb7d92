// The charts of sales: over time, the best goods and customers, and the hours of sales. The start page shows all of them; a report shows the one that the user
// chose.
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../contract/kit/access.ts'
import { type Input, useUser } from '../base/api.ts'
import { useUrlState } from '../base/url.ts'
import { Chips } from '../page/Chips.tsx'
import styles from './charts.module.css'
import type { Span } from './days.ts'
import { SalesHours } from './SalesHours.tsx'
import { SalesOverTime } from './SalesOverTime.tsx'
import TopSales from './TopSales.tsx'

type Props = {
  span: Span
  /** The period with which the sales are compared. */
  compared?: Span | undefined
  filters?: Input<'salesByGroup'>['filters']
  hasCustomers: boolean
  /** Whether only the chart that the user chose is shown. */
  areChosen?: boolean
}

export default function SalesCharts({ hasCustomers, areChosen = false, compared, ...shown }: Props) {
  if (areChosen) return <Chosen hasCustomers={hasCustomers} compared={compared} {...shown} />
  return (
    <div className={`columns ${styles.charts} in-order`} style={{ '--least': '420px' }}>
      <div className="across">
        <SalesOverTime {...shown} />
      </div>
      <TopSales {...shown} by="product" />
      {hasCustomers && <TopSales {...shown} by="customer" />}
      <SalesHours {...shown} />
    </div>
  )
}

const names = ['time', 'product', 'customer', 'hours'] as const

/** Shows the chart that the address names, and above it the names of all charts to choose from. */
function Chosen({ hasCustomers, compared, ...shown }: Omit<Props, 'areChosen'>) {
  const t = useTranslations('charts')
  const [state, change] = useUrlState()
  const isPlatform = useUser().account_role === accountRole.superadmin
  const titles = {
    time: isPlatform ? t('face_over_time') : t('over_time'),
    product: t('top_products'),
    customer: isPlatform ? t('top_resellers') : t('top_customers'),
    hours: t('hours'),
  }
  const offered = names.filter((name) => name !== 'customer' || hasCustomers)
  const chart = offered.find((name) => name === state['chart']) ?? 'time'
  const choice = (
    <Chips
      className="one-line sideways"
      value={chart}
      options={offered.map((value) => ({ value, label: titles[value] }))}
      choose={(name) => change({ chart: name === 'time' ? undefined : name }, { replace: true })}
    />
  )
  if (chart === 'time') return <SalesOverTime {...shown} compared={compared} choice={choice} />
  if (chart === 'hours') return <SalesHours {...shown} choice={choice} />
  return <TopSales key={chart} {...shown} by={chart} choice={choice} />
}
