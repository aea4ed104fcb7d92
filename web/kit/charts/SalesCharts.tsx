// The charts of a sales report: over time, the best goods and customers, and the hours of sales. Loaded after the rows.
import type { Input } from '../base/api.ts'
import styles from './charts.module.css'
import type { Span } from './days.ts'
import { SalesHours } from './SalesHours.tsx'
import { SalesOverTime } from './SalesOverTime.tsx'
import TopSales from './TopSales.tsx'

type Props = { span: Span; filters?: Input<'salesByGroup'>['filters']; hasCustomers: boolean }

export default function SalesCharts({ hasCustomers, ...shown }: Props) {
  return (
    <div className={`columns ${styles.charts} in-order`}>
      <div className="across">
        <SalesOverTime {...shown} />
      </div>
      <TopSales {...shown} by="product" />
      {hasCustomers && <TopSales {...shown} by="customer" />}
      <SalesHours {...shown} />
    </div>
  )
}
