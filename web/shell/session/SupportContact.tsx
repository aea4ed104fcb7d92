// The contact a seller calls for help: behind a button of the header, and on a phone at the end of the menu.
import Phone from 'lucide-react/icons/phone'
import { useTranslations } from 'use-intl'
import { useOrganisation } from '../../kit/base/organisation.ts'
import styles from '../shell.module.css'

export function SupportButton() {
  const t = useTranslations('house.shell')
  return (
    <>
      <button type="button" className={`surface row gap-8 ${styles.support} ${styles.wide}`} popoverTarget="support">
        <Phone size={18} strokeWidth={1.75} aria-hidden />
        {t('support')}
      </button>
      <div id="support" popover="auto" className={styles.supportPanel}>
        <SupportContact />
      </div>
    </>
  )
}

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
