// Keeps the place of a chart whose code is being loaded; in place of a chart that could not be loaded it shows the error and a button to try again.
import { Failed } from '../page/Empty.tsx'
import styles from './charts.module.css'

export const ChartPlace = () => <div className={`card ${styles.chart}`} data-chart data-waiting />

export function ChartFailed({ asked }: { asked: { error: unknown; refetch: () => unknown } }) {
  return (
    <section className={`card ${styles.chart}`}>
      <Failed error={asked.error} retry={() => asked.refetch()} />
    </section>
  )
}
