// The number of devices that are free (not assigned), assigned, broken or lost, as one bar and in figures.
import { useTranslations } from 'use-intl'
import { deviceStatuses } from '../../../../contract/people/devices.ts'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import styles from './devices.module.css'

export function StatusBar({ counts }: Pick<Output<'devicesList'>, 'counts'>) {
  const t = useTranslations('devices')
  const seen = deviceStatuses.filter((status) => counts[status] > 0)
  if (seen.length === 0) return null
  return (
    <div className="card stack">
      <div className={styles.bar} aria-hidden>
        {seen.map((status) => (
          <span key={status} className={styles.status} data-status={status} style={{ flexGrow: counts[status] }} />
        ))}
      </div>
      <ul className="row">
        {seen.map((status) => (
          <li key={status}>
            <span className={`${styles.status} ${styles.dot}`} data-status={status} aria-hidden />
            {t(`statuses.${status}`)} <b>{format.count(counts[status])}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
