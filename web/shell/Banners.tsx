// Banners on every page: about a lost connection to the server, and about a newer version of the app.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useConnection } from '../kit/base/connection.ts'
import { useStale } from '../kit/form/unsaved-input.ts'
import { useLocation } from '../kit/router/Pages.tsx'
import styles from './shell.module.css'

const TILL = '/cashcards'

export const Banners = () => (
  <>
    <ConnectionBanner />
    <NewVersionBanner />
  </>
)

function ConnectionBanner() {
  const t = useTranslations('house.shell')
  const connection = useConnection()
  // The till reports a lost connection in its own status line, where the message moves no tile.
  if (useLocation().pathname.startsWith(TILL)) return null
  return (
    <div role="status">
      {connection !== 'online' && <p className={`notice ${connection === 'offline' ? 'danger' : 'warning'} ${styles.banner}`}>{t(connection)}</p>}
    </div>
  )
}

function NewVersionBanner() {
  const t = useTranslations('house.shell')
  if (!useStale()) return null
  return (
    <div role="status" className={`notice row ${styles.banner}`}>
      {t('new_version')}
      <Button size="xs" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </div>
  )
}
