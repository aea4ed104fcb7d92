// Reserves the place of a chart while its code or figures are loading. If a chart could not be loaded, shows the error and a button to try again.
import { Failed } from '../page/Empty.tsx'
import styles from './charts.module.css'

export const ChartPlace = () => <div className={`card ${styles.chart}`} data-chart data-waiting />

/** The space reserved for the figures of yesterday, of 7 and of 30 days. */
export const SpansPlace = () => (
  <div className="columns" data-waiting>
    <div className={`card ${styles.span}`} />
    <div className={`card ${styles.span}`} />
    <div className={`card ${styles.span}`} />
  </div>
)

export function ChartFailed({ asked }: { asked: { error: unknown; refetch: () => unknown } }) {
  return (
    <section className={`card ${styles.chart}`}>
      <Failed error={asked.error} retry={() => asked.refetch()} />
    </section>
  )
}
