// In place of a chart that could not be asked for: what was wrong, and once more.
import { Failed } from '../page/Empty.tsx'

export function ChartFailed({ asked }: { asked: { error: unknown; refetch: () => unknown } }) {
  return (
    <section className="card">
      <Failed error={asked.error} retry={() => asked.refetch()} />
    </section>
  )
}
