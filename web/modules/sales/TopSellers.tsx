// Today's best sellers, as bars that start at zero.
import { useTranslations } from 'use-intl'
import * as format from '../../kit/base/format.ts'
import styles from './dashboard.module.css'
import type { Sales } from './SalesToday.tsx'

export function TopSellers({ top }: Pick<Sales, 'top'>) {
  const t = useTranslations('sales.dashboard')
  const most = Math.max(1, ...top.map((line) => line.quantity))
  return (
    <section className="card stack">
      <h2>{t('top')}</h2>
      {top.length === 0 && <p className="muted">{t('top_none')}</p>}
      <ol className={styles.bars}>
        {top.map(({ product_name, value, quantity }) => (
          <li key={`${product_name} ${value}`}>
            <span>{`${product_name} ${format.money(value)}`}</span>
            <span className={styles.track} aria-hidden>
              <span style={{ width: `${(quantity / most) * 100}%` }} />
            </span>
            <b className="number" title={format.count(quantity)}>
              {format.short(quantity)}
            </b>
          </li>
        ))}
      </ol>
    </section>
  )
}
