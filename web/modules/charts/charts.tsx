// Charts for other modules: each is loaded after the rows it is drawn from, with its texts.
import { type ComponentType, lazy, Suspense } from 'react'
import { loadArea } from '../../kit/base/language.tsx'
import styles from './charts.module.css'

function late<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Chart = lazy(async () => {
    await loadArea('charts')
    return await load()
  })
  return (props: Props) => (
    <Suspense fallback={<div className={styles.waiting} />}>
      <Chart {...props} />
    </Suspense>
  )
}

export const SalesCharts = late(() => import('./SalesCharts.tsx'))
export const BalanceLine = late(() => import('./BalanceLine.tsx'))
export const StockSteps = late(() => import('./StockSteps.tsx'))
export const ClaimAges = late(() => import('./ClaimAges.tsx'))
