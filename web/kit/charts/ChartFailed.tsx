// Replaces a chart whose data could not be read: the error, and a button to try again.
import { Failed } from '../page/Empty.tsx'

export function ChartFailed({ asked }: { asked: { error: unknown; refetch: () => unknown } }) {
  return (
    <section className="card">
      <Failed error={asked.error} retry={() => asked.refetch()} />
    </section>
  )
}
