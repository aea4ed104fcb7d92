// The user's menu: starred pages, settings, keys and logout.
import GraduationCap from 'lucide-react/icons/graduation-cap'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import { useTranslations } from 'use-intl'
import type { UserInfo } from '../../../contract/people/account.ts'
import { signOut, useCall } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import { InnerLink } from '../../kit/page/InnerLink.tsx'
import { openDialog } from '../dialogs.ts'
import { goOnWith } from '../session/TrainingStrip.tsx'
import styles from './menus.module.css'
import { StarredLinks } from './StarredLinks.tsx'

export default function UserChoices({ user }: { user: UserInfo }) {
  const t = useTranslations('house')
  const text = useTranslations('auth.loading')
  const practise = useCall('trainingStart', { done: goOnWith })
  return (
    <>
      <StarredLinks user={user} />
      <ul className={styles.choices}>
        <li>
          <InnerLink to="/settings" className={styles.item}>
            <Settings size={18} aria-hidden />
            {t('screens.settings')}
          </InnerLink>
        </li>
        <li>
          <button type="button" className={styles.item} onClick={() => openDialog('help')}>
            <Keyboard size={18} aria-hidden />
            {t('shell.keyboard')}
          </button>
        </li>
        {can(user, 'trainingStart') && user.is_training === 0 && (
          <li>
            <button type="button" className={styles.item} disabled={practise.isPending} onClick={() => practise.mutate({})}>
              <GraduationCap size={18} aria-hidden />
              {t('shell.training_start')}
            </button>
          </li>
        )}
        <li>
          <button type="button" className={styles.item} onClick={signOut}>
            <LogOut size={18} aria-hidden />
            {text('logout')}
          </button>
        </li>
      </ul>
    </>
  )
}
