// Today's sales in one figure, compared with yesterday up to the same minute.
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../contract/kit/access.ts'
import { type Output, useUser } from '../../kit/base/api.ts'
import * as format from '../../kit/base/format.ts'
import { InnerLink } from '../../kit/page/InnerLink.tsx'
import styles from './dashboard.module.css'

export type Sales = NonNullable<Output<'dashboard'>['sales']>

export function SalesToday({ sales: { today, yesterday }, as_of }: { sales: Sales; as_of: string }) {
  const t = useTranslations('sales.dashboard')
  const role = useUser().account_role
  const isPlatform = role === accountRole.superadmin
  // Nobody pays the platform for goods that are a reseller's: it looks at what was sold, by its face value.
  const [now, then] = isPlatform ? [today.face_total, yesterday.face_total] : [today.sold_total, yesterday.sold_total]
  const name = isPlatform ? t('face_today') : t('sales_today')
  return (
    <section className="card" aria-label={name}>
      <span className="muted">{name}</span>
      <b className={styles.figure}>
        <InnerLink to={`${role === accountRole.seller ? '/seller/sales' : '/reports-sales'}?period=today`}>{format.money(now)}</InnerLink>
      </b>
      <div className={styles.line}>
        <Change now={now} then={then} />
        <span className="muted">{t('yesterday_until', { time: format.time(as_of), amount: format.money(then) })}</span>
      </div>
      {!isPlatform && today.margin_total !== null && <span>{t('margin_today', { amount: format.money(today.margin_total) })}</span>}
      <span className="muted">{t('sales_count', { n: today.count, count: format.count(today.count), pins: format.count(today.quantity) })}</span>
    </section>
  )
}

/** The direction is shown by arrow and sign, never by colour alone; after a day without sales there is no percentage. */
function Change({ now, then }: { now: number; then: number }) {
  const t = useTranslations('sales.dashboard')
  if (then === 0) return null
  const percent = ((now - then) / then) * 100
  if (Math.abs(percent) < 0.05) return <span className="badge">{t('same')}</span>
  const isUp = percent > 0
  return (
    <span className={`${styles.change} ${isUp ? styles.up : styles.down}`}>
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden>
        <path d={isUp ? 'M5 1 9 9H1Z' : 'M1 1h8L5 9Z'} fill="currentColor" />
      </svg>
      {`${isUp ? '+' : '−'}${format.decimal(Math.abs(percent))} %`}
    </span>
  )
}
