// Today's sales in one figure, compared with yesterday's up to the same minute.
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { marginOf } from '../../../../contract/kit/cents.ts'
import { type Output, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Change } from '../../../kit/page/Change.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import styles from './dashboard.module.css'

export type Sales = NonNullable<Output<'dashboard'>['sales']>

export function SalesToday({ sales: { today, yesterday }, as_of }: { sales: Sales; as_of: string }) {
  const t = useTranslations('sales.dashboard')
  const word = useTranslations('words')
  const role = useUser().account_role
  const isPlatform = role === accountRole.superadmin
  // Nobody pays the platform for a reseller's goods, so the platform sees sales by face value.
  const [now, then] = isPlatform ? [today.face_total, yesterday.face_total] : [today.sold_total, yesterday.sold_total]
  const name = isPlatform ? t('face_today') : t('sales_today')
  return (
    <section className="card stack gap-4" aria-label={name}>
      <span className="muted">{name}</span>
      <b className="figure">
        <InnerLink to={`${role === accountRole.seller ? '/seller/sales' : '/reports-sales'}?period=today`}>{format.money(now)}</InnerLink>
      </b>
      <div className={`row ${styles.line}`}>
        <Change now={now} then={then} same={t('same')} />
        <span className="muted">{t('yesterday_until', { time: format.time(as_of), amount: format.money(then) })}</span>
      </div>
      {!isPlatform && today.margin_total !== null && <span>{word('margin_of', { amount: format.money(marginOf(today.sold_total, today.margin_total)) })}</span>}
      <span className="muted">{t('sales_count', { n: today.count, count: format.count(today.count), pins: format.count(today.quantity) })}</span>
    </section>
  )
}
