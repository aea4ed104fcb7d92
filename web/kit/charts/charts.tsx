// Charts that other modules use. Each is loaded, with its texts, after the rows of its report, and a failing chart does not affect the rest of the page.

import { type ComponentType, lazy, Suspense, useState } from 'react'
import { loadArea } from '../base/language.tsx'
import { CatchBoundary } from '../router/CatchBoundary.tsx'
import { ChartFailed, ChartPlace, SpansPlace } from './ChartFailed.tsx'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

function late<Props extends object>(load: Load<Props>, Place: ComponentType = ChartPlace) {
  let loaded: ComponentType<Props> | undefined
  /** Loads the chart with its texts. A chart that has been loaded is drawn at once, and its reserved place is not drawn first. */
  async function fetch() {
    const [chart] = await Promise.all([load(), loadArea('charts')])
    loaded = chart.default
    return chart
  }
  function Late(props: Props) {
    // React remembers that a component could not be loaded, so another attempt needs a new component.
    const [Chart, setChart] = useState(() => loaded ?? lazy(fetch))
    return (
      <CatchBoundary
        fallback={({ error, reset }) => {
          const refetch = () => {
            setChart(() => lazy(fetch))
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
  return Object.assign(Late, { fetch })
}

export const SalesCharts = late(() => import('./SalesCharts.tsx'))
export const TopSales = late(() => import('./TopSales.tsx'))
export const BalanceLine = late(() => import('./BalanceLine.tsx'))
export const StockSteps = late(() => import('./StockSteps.tsx'))
export const ClaimAges = late(() => import('./ClaimAges.tsx'))
export const Differences = late(() => import('./Differences.tsx'))
export const SalesSpans = late(() => import('./SalesSpans.tsx'), SpansPlace)
