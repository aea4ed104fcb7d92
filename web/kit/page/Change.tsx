// How an amount changed, in percent. An arrow and a sign show the direction, never the colour alone. A change from zero has no percentage.
import * as format from '../base/format.ts'

/** `same`: the words shown if nothing changed. */
export function Change({ now, then, same }: { now: number; then: number; same: string }) {
  if (then === 0) return null
  const percent = ((now - then) / Math.abs(then)) * 100
  if (Math.abs(percent) < 0.005) return <span className="badge">{same}</span>
  const isUp = percent > 0
  return (
    <span className={`badge ${isUp ? 'success' : 'danger'}`}>
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden>
        <path d={isUp ? 'M5 1 9 9H1Z' : 'M1 1h8L5 9Z'} fill="currentColor" />
      </svg>
      {`${isUp ? '+' : '−'}${format.percent(Math.round(Math.abs(percent) * 100))}`}
    </span>
  )
}
