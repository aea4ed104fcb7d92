// The contact a seller calls for help: a small button that opens, so that it never covers the till.
import Phone from 'lucide-react/icons/phone'
import { useTranslations } from 'use-intl'
import type { Organisation } from '../../../contract/people/auth.ts'
import styles from '../shell.module.css'

export function SupportBanner({ support }: { support: NonNullable<Organisation['support']> }) {
  const t = useTranslations('house.shell')
  return (
    <details className={`surface ${styles.support} no-print`}>
      <summary>
        <Phone size={18} aria-hidden />
        <span>{t('support')}</span>
      </summary>
      <address className="lines breaks">
        <b>{support.name}</b>
        {support.phone && <a href={`tel:${support.phone.replace(/\s/g, '')}`}>{support.phone}</a>}
        {support.email && <a href={`mailto:${support.email}`}>{support.email}</a>}
      </address>
    </details>
  )
}
