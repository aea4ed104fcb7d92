// The telephone number to call when nothing can be sold.
import { useTranslations } from 'use-intl'
import { useOrganisation } from '../base/organisation.ts'

export function SupportPhone() {
  const t = useTranslations('selling')
  const { support } = useOrganisation()
  if (!support?.phone) return null
  return <a href={`tel:${support.phone.replaceAll(' ', '')}`}>{t('call', { name: support.name, phone: support.phone })}</a>
}
