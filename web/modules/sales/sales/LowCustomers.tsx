// The customers with the least money left, each with a button to credit them.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { type Output, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { Amount } from '../../../kit/page/Amount.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import styles from './dashboard.module.css'

type Customers = NonNullable<Output<'dashboard'>['customers_low']>

export function LowCustomers({ customers }: { customers: Customers }) {
  const t = useTranslations('sales')
  const word = useTranslations('words')
  const named = useNamed()
  const mayCredit = can(useUser(), 'walletChange')
  return (
    <section className="card stack">
      <h2>{t('dashboard.low_customers')}</h2>
      {customers.length === 0 && <p className="muted">{word('no_customers_yet')}</p>}
      <ul className={`lines gap-12 ${styles.actions}`}>
        {customers.map(({ customer_id, name, available }) => (
          <li key={customer_id} className="abreast gap-12">
            <InnerLink to={`/customer/details/${customer_id}`}>{name}</InnerLink>
            <Amount value={available} />
            {mayCredit && (
              <Button component={Link} to={`/customer/${customer_id}/credit/add`} size="xs" variant="default" aria-label={named(word('top_up_balance'), name)}>
                {word('top_up_balance')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <InnerLink to="/customers/view?sort=available">{t('dashboard.to_customers')}</InnerLink>
    </section>
  )
}
