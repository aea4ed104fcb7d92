// Shown when the address names a customer that does not exist, or to a reseller one whose parent is another organisation.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Link } from '../router/Pages.tsx'
import { Empty } from './Empty.tsx'

export function NotYourCustomer() {
  const t = useTranslations('house.not_your_customer')
  return (
    <div data-missing>
      <Empty title={t('title')} hint={t('hint')}>
        <Button component={Link} to="/customers/view">
          {t('to_customers')}
        </Button>
      </Empty>
    </div>
  )
}
