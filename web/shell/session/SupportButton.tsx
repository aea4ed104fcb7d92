// The button in the header that shows whom a seller can phone for help. On a phone the contact is at the end of the menu.
import Phone from 'lucide-react/icons/phone'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import styles from '../shell.module.css'

const SupportContact = lazy(async () => ({ default: (await import('./SessionWatch.tsx')).SupportContact }))

export function SupportButton() {
  const t = useTranslations('house.shell')
  return (
    <>
      <button type="button" className="surface row one-line gap-8 control" data-support popoverTarget="support">
        <Phone size={18} strokeWidth={1.75} aria-hidden />
        {t('support')}
      </button>
      <div id="support" popover="auto" className={`floats ${styles.supportPanel}`}>
        <Suspense>
          <SupportContact />
        </Suspense>
      </div>
    </>
  )
}
