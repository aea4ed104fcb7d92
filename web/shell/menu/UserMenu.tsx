// The button of the signed-in user's menu. The menu's content is loaded after the first screen.
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { UserInfo } from '../../../contract/people/account.ts'
import { withArea } from '../../kit/base/language.tsx'
import styles from '../shell.module.css'
import { Disclosure } from './Disclosure.tsx'

const UserChoices = lazy(() => withArea('pages', import('./UserChoices.tsx')))

export function UserMenu({ user }: { user: UserInfo }) {
  const t = useTranslations('house')
  const name = user.full_name || user.username
  return (
    <Disclosure end className={`bare square strong ${styles.user}`} label={t('shell.account', { name })} button={[...name][0]}>
      <p className={`breaks ${styles.who}`}>
        <b>{name}</b>
        <br />
        {user.organisation_name}
      </p>
      <Suspense>
        <UserChoices user={user} />
      </Suspense>
    </Disclosure>
  )
}
