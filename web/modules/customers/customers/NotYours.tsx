// Shown if the address names a customer who does not exist or is not below the user's organisation.
import { useTranslations } from 'use-intl'
import { MissingPage } from '../../../kit/page/OnePage.tsx'

export function NotYours() {
  const t = useTranslations('customers.page')
  const word = useTranslations('words')
  const notYours = useTranslations('house.not_your_customer')
  return <MissingPage title={notYours('title')} hint={t('missing_hint')} to="/customers/view" label={word('to_the_list')} />
}
