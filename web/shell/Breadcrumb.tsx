// The path to this screen: start, group, parent screen. The screen's own name is the heading below. The start is / or /dashboard; signed-in users are
// redirected from /.
import { useTranslations } from 'use-intl'
import type { UserInfo } from '../../contract/people/account.ts'
import { can } from '../kit/base/can.ts'
import { InnerLink } from '../kit/page/InnerLink.tsx'
import { screenOf } from '../screens/menu.ts'
import type { Screen } from '../screens/screen.ts'
import { rightOf } from '../screens/screens.ts'
import { landingOf } from './menu/first-page.ts'
import styles from './shell.module.css'

export default function Breadcrumb({ open, user }: { open: Screen; user: UserInfo }) {
  const t = useTranslations('house')
  const parent = open.parent ? screenOf(open.parent) : undefined
  const group = open.menu?.group ?? parent?.menu?.group
  const start = landingOf(user)
  if (open.path === start) return null
  return (
    <nav aria-label={t('shell.breadcrumb')}>
      <ol className={`row gap-0 muted small ${styles.breadcrumb}`}>
        <li>
          <InnerLink to={start === '/dashboard' ? start : '/'}>{t('shell.home')}</InnerLink>
        </li>
        {group && <li>{t(`groups.${group}`)}</li>}
        {parent && (
          <li>{can(user, rightOf(parent)) ? <InnerLink to={parent.path}>{t(`screens.${parent.title}`)}</InnerLink> : t(`screens.${parent.title}`)}</li>
        )}
      </ol>
    </nav>
  )
}
