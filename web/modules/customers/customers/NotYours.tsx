// Shown when the address names a customer who is not below the user's organisation or does not exist.
import { useTranslations } from 'use-intl'
import { MissingPage } from '../../../kit/page/OnePage.tsx'

export function NotYours() {
  const t = useTranslations('customers.page')
  return <MissingPage title={t('missing')} hint={t('missing_hint')} to="/customers/view" label={t('to_list')} />
}
