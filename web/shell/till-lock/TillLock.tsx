// Replaces the pages of a locked till: the shop's people to choose from, a code, and signing in by password.
import { Button } from '@mantine/core'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { UserInfo } from '../../../contract/people/account.ts'
import { ask } from '../../kit/base/api.ts'
import { useOrganisation } from '../../kit/base/organisation.ts'
import { toDoor } from '../../kit/base/session.ts'
import { CashierPicker } from './CashierPicker.tsx'
import styles from './cashiers.module.css'

/** Signs out, so that somebody can sign in by password. Data stored in this browser, such as a sale of unknown outcome, stays stored for its own user. */
async function byPassword() {
  await ask('logout', {}).catch(() => undefined)
  toDoor('ended')
}

export default function TillLock({ user }: { user: UserInfo }) {
  const t = useTranslations('cashiers')
  const { organisation_name } = useOrganisation()
  useEffect(() => {
    document.title = `${organisation_name} · ${t('locked')}`
  }, [organisation_name, t])
  return (
    <main className={`centre ${styles.lock}`}>
      <div className={`card stack ${styles.locked}`}>
        <h1 className="row">
          <LockKeyhole size={24} aria-hidden />
          {t('locked')}
        </h1>
        <CashierPicker first={user.user_id} />
        <div>
          <Button h={48} variant="default" onClick={byPassword}>
            {t('by_password')}
          </Button>
        </div>
      </div>
    </main>
  )
}
