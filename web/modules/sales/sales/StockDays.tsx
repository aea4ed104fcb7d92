// How many days the stock lasts at the pace of the last 14 days. The goods that run out soonest come first.
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import styles from './dashboard.module.css'

type Stock = NonNullable<Output<'dashboard'>['stock']>
type Line = Stock[number]

const FULL_DAYS = 14
const WORRY_DAYS = 3

const lookOf = ({ unsold, days_left }: Line) => {
  if (unsold === 0) return 'danger'
  return days_left !== null && days_left < WORRY_DAYS ? 'warning' : 'success'
}

/** Says how many denominations run out soon, because the list below it shows only the most urgent. */
export function ScarceStock({ low }: { low: number }) {
  const t = useTranslations('sales.dashboard')
  return (
    <section className="card stack gap-4" aria-label={t('scarce')}>
      <span className="muted">{t('scarce')}</span>
      <b className="figure">
        <InnerLink to={low > 0 ? '/inventory/view?low=1&sort=days_left' : '/inventory/view'}>{format.count(low)}</InnerLink>
      </b>
      <div className={`row ${styles.line}`}>
        {low === 0 ? <span className="badge success">{t('none_scarce')}</span> : <span className="muted">{t('scarce_hint')}</span>}
      </div>
    </section>
  )
}

export function StockDays({ stock }: { stock: Stock }) {
  const t = useTranslations('sales.dashboard')
  return (
    <section className="card stack">
      <h2>{t('stock_days')}</h2>
      {stock.length === 0 && <p className="muted">{t('stock_days_none')}</p>}
      <ul className="lines gap-12">
        {stock.map((line) => (
          <li key={line.configuration_id} className="abreast gap-12" style={{ '--columns': 'minmax(0, 5fr) minmax(40px, 4fr) minmax(60px, auto)' }}>
            <InnerLink to={`/inventory/details/${line.configuration_id}`}>{goodsName(line)}</InnerLink>
            <span className={`track ${styles.track}`} aria-hidden>
              <span
                data-look={lookOf(line) === 'success' ? undefined : lookOf(line)}
                style={{ width: `${(Math.min(line.days_left ?? 0, FULL_DAYS) / FULL_DAYS) * 100}%` }}
              />
            </span>
            <Days line={line} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Days({ line }: { line: Line }) {
  const t = useTranslations('sales.dashboard')
  const word = useTranslations('words')
  const days = line.days_left
  const text = line.unsold === 0 ? t('sold_out') : days === null ? '–' : t('days', { days: days > FULL_DAYS ? `${FULL_DAYS}+` : format.decimal(days) })
  return (
    <span className={`badge push ${lookOf(line)}`} title={word('in_stock_count', { count: format.count(line.unsold) })}>
      {text}
    </span>
  )
}
