// Charts that other modules use. Each is loaded, with its texts, after the rows of its report, and a failing chart does not affect the rest of the page.

import { type ComponentType, lazy, Suspense, useState } from 'react'
import { loadArea } from '../base/language.tsx'
import { CatchBoundary } from '../router/CatchBoundary.tsx'
import { ChartFailed, ChartPlace, SpansPlace } from './ChartFailed.tsx'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

const withTexts = <Props extends object>(load: Load<Props>) =>
  lazy(async () => {
    await loadArea('charts')
    return await load()
  })

function late<Props extends object>(load: Load<Props>, Place: ComponentType = ChartPlace) {
  return (props: Props) => {
    // React remembers that a component could not be loaded, so another attempt needs a new component.
    const [Chart, setChart] = useState(() => withTexts(load))
    return (
      <CatchBoundary
        fallback={({ error, reset }) => {
          const refetch = () => {
            setChart(() => withTexts(load))
            reset()
          }
          return <ChartFailed asked={{ error, refetch }} />
        }}
      >
        <Suspense fallback={<Place />}>
          <Chart {...props} />
        </Suspense>
      </CatchBoundary>
    )
  }
}

export const SalesCharts = late(() => import('./SalesCharts.tsx'))
export const TopSales = late(() => import('./TopSales.tsx'))
export const BalanceLine = late(() => import('./BalanceLine.tsx'))
export const StockSteps = late(() => import('./StockSteps.tsx'))
export const ClaimAges = late(() => import('./ClaimAges.tsx'))
export const Differences = late(() => import('./Differences.tsx'))
export const SalesSpans = late(() => import('./SalesSpans.tsx'), SpansPlace)
