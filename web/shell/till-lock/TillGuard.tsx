// Shown at a shop's device: the current cashier, the change of cashiers, and the lock after the idle time that the shop has set.
import UserRound from 'lucide-react/icons/user-round'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { UserInfo } from '../../../contract/people/account.ts'
import { isKey, keys } from '../../kit/base/keys.ts'
import { idleMs } from '../../kit/base/session.ts'
import { openDialog } from '../dialogs.ts'
import styles from './cashiers.module.css'
import { lockTill } from './lock-till.ts'

const LOOK_MS = 2_000

export default function TillGuard({ user }: { user: UserInfo }) {
  const t = useTranslations('cashiers')
  const { lock_minutes } = user
  useEffect(() => {
    if (lock_minutes === 0) return
    const timer = setInterval(() => idleMs() >= lock_minutes * 60_000 && lockTill(), LOOK_MS)
    return () => clearInterval(timer)
  }, [lock_minutes])
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || !isKey(event, 'cashier')) return
      event.preventDefault()
      openDialog('cashiers')
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const name = user.full_name || user.username
  return (
    <button type="button" className={`surface row one-line gap-8 control ${styles.mark}`} aria-haspopup="dialog" onClick={() => openDialog('cashiers')}>
      <UserRound size={18} aria-hidden />
      <span className="hidden-visually">{t('change_from', { name })}</span>
      <span className={`nowrap ${styles.name}`} aria-hidden>
        {name}
      </span>
      <kbd>{keys.cashier.keys}</kbd>
    </button>
  )
}
