// How long the stock of one configuration lasts: a bar of two weeks with its figure.
import { useTranslations } from 'use-intl'
import * as format from '../../kit/format.ts'
import type { Row } from '../../kit/list-state.ts'
import styles from './stock.module.css'

const WORRY_DAYS = 3
const FULL_DAYS = 14

export function DaysLeft({ unsold, days_left: days }: Pick<Row<'stockList'>, 'unsold' | 'days_left'>) {
  const t = useTranslations('stock')
  if (unsold === 0) return <span className="badge danger">{t('empty')}</span>
  if (days === null) return '–'
  const isLow = days < WORRY_DAYS
  return (
    <span className={styles.days} title={format.decimal(days)}>
      <span className={styles.track} aria-hidden>
        <span className={isLow ? styles.low : undefined} style={{ width: `${(Math.min(days, FULL_DAYS) / FULL_DAYS) * 100}%` }} />
      </span>
      <span className={isLow ? 'badge warning' : styles.daysFigure}>{days > FULL_DAYS ? `${FULL_DAYS}+` : format.decimal(days)}</span>
    </span>
  )
}
