// Shows how long a stock lasts: a bar for up to two weeks, and the number of days.
import * as format from '../../../kit/base/format.ts'
import styles from './stock.module.css'

const WORRY_DAYS = 3
const FULL_DAYS = 14

/** `empty`: the word shown when nothing is left. */
type Props = { unsold: number; days_left: number | null; empty: string }

export function DaysLeft({ unsold, days_left: days, empty }: Props) {
  if (unsold === 0) return <span className="badge danger">{empty}</span>
  if (days === null) return '–'
  const isLow = days < WORRY_DAYS
  return (
    <span className={styles.days} title={format.decimal(days)}>
      <span className="track" aria-hidden>
        <span data-look={isLow ? 'warning' : undefined} style={{ width: `${(Math.min(days, FULL_DAYS) / FULL_DAYS) * 100}%` }} />
      </span>
      <span className={isLow ? 'badge warning' : 'number'}>{days > FULL_DAYS ? `${FULL_DAYS}+` : format.decimal(days)}</span>
    </span>
  )
}
