// The available amount: balance and credit limit, how many average sales it covers, and until when it lasts.
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { type Output, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { useUntil } from '../../../kit/base/use-future-words.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import styles from './dashboard.module.css'

type Wallet = NonNullable<Output<'dashboard'>['wallet']>

const FEW_SALES = 10

export function WalletGauge({ wallet: { balance, credit_limit, available, sales_left, trigger, lasts_until } }: { wallet: Wallet }) {
  const t = useTranslations('sales.dashboard')
  const shellText = useTranslations('house.shell')
  const field = useTranslations('fields')
  const until = useUntil()
  const user = useUser()
  const path = can(user, 'ledgerOwn') ? (user.account_role === accountRole.seller ? '/seller/ledger' : '/admin/ledger') : undefined
  const full = Math.max(balance, 0) + credit_limit
  const share = full > 0 ? Math.min(Math.max(available / full, 0), 1) : 0
  const mark = trigger === null || full <= 0 ? undefined : Math.min(Math.max((trigger + credit_limit) / full, 0), 1)
  const isLow = available <= 0 || (sales_left !== null && sales_left < FEW_SALES)
  return (
    <section className="card stack gap-4" aria-label={field('available')}>
      <span className="muted">{field('available')}</span>
      <b className={`figure ${available < 0 ? 'negative' : ''}`}>
        {path ? <InnerLink to={path}>{format.money(available)}</InnerLink> : format.money(available)}
      </b>
      <div className={`row ${styles.line}`}>
        <span className={`track ${styles.track}`} aria-hidden>
          <span data-look={isLow ? 'danger' : undefined} style={{ width: `${share * 100}%` }} />
          {mark !== undefined && <i className={styles.mark} style={{ left: `${mark * 100}%` }} />}
        </span>
        {sales_left !== null && <span className={isLow ? 'badge danger' : 'muted'}>{t('sales_left', { n: sales_left, count: format.count(sales_left) })}</span>}
      </div>
      {lasts_until && <span>{t('lasts_until', { until: until(lasts_until) })}</span>}
      {trigger !== null && <span>{t('trigger', { amount: format.money(trigger) })}</span>}
      <span className="muted">{shellText('available_hint', { balance: format.money(balance), limit: format.money(credit_limit) })}</span>
    </section>
  )
}
