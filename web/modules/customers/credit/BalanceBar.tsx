// The available amount before and after a booking, as figures and as a bar. The mark on the bar is where the balance ends and the credit limit begins.
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useTranslations } from 'use-intl'
import type { walletChanges } from '../../../../contract/customers/credit.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import styles from './credit.module.css'

type Props = { customer: Row<'customersListShort'>; type: (typeof walletChanges)[number]; amount: Money }

export function BalanceBar({ customer, type, amount }: Props) {
  const t = useTranslations('sales.booking')
  const limit = type === 'credit_limit' ? amount : customer.credit_limit
  const before = customer.available
  const after = type === 'credit_limit' ? before - customer.credit_limit + amount : before + amount
  const full = Math.max(before, after, limit, 1)
  const share = (part: Money) => `${Math.min(Math.max(part / full, 0), 1) * 100}%`
  return (
    <div className="stack" style={{ gap: 6 }}>
      <div className={`row ${styles.figures}`} style={{ gap: '4px 12px' }}>
        <span>
          <span className="muted">{t('before')}</span> {format.money(before)}
        </span>
        <ArrowRight size={16} aria-hidden />
        <b className={after < 0 ? 'negative' : undefined}>
          <span className="muted">{t('after')}</span> {format.money(after)}
        </b>
      </div>
      <div className={`track ${styles.track}`} aria-hidden>
        <span data-look="success" style={{ width: share(after) }} />
        <span style={{ width: share(Math.min(before, after)) }} />
        {limit > 0 && <span className={styles.mark} style={{ left: share(limit) }} />}
      </div>
      {limit > 0 && <span className="muted">{t('limit_mark', { limit: format.money(limit) })}</span>}
    </div>
  )
}
