// The name, telephone number and mail address of the person whom a seller can ask for help.
import { useTranslations } from 'use-intl'
import { useOrganisation } from '../../kit/base/organisation.ts'
import styles from '../shell.module.css'

export function SupportContact() {
  const t = useTranslations('house.shell')
  const { support } = useOrganisation()
  if (!support) return null
  return (
    <address className={`lines breaks surface ${styles.contact}`}>
      <span className="muted">{t('support')}</span>
      <b>{support.name}</b>
      {support.phone && <a href={`tel:${support.phone.replace(/\s/g, '')}`}>{support.phone}</a>}
      {support.email && <a href={`mailto:${support.email}`}>{support.email}</a>}
    </address>
  )
}
