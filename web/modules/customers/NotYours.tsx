// Shown when the address names a customer who is not below the user's organisation or does not exist.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Empty } from '../../kit/Empty.tsx'
import { PageTitle } from '../../kit/PageTitle.tsx'

export function NotYours() {
  const t = useTranslations('people.page')
  return (
    <div className="stack">
      <PageTitle />
      <Empty title={t('missing')} hint={t('missing_hint')}>
        <Button component={Link} to="/customers/view">
          {t('to_list')}
        </Button>
      </Empty>
    </div>
  )
}
