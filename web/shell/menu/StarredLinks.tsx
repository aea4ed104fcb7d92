// The starred pages that this user may still open, in the order in which they were starred.
import Star from 'lucide-react/icons/star'
import { useTranslations } from 'use-intl'
import type { UserInfo } from '../../../contract/people/account.ts'
import { can } from '../../kit/base/can.ts'
import { InnerLink } from '../../kit/page/InnerLink.tsx'
import { useStars } from '../../kit/page/stars.ts'
import { MenuIcon } from '../../screens/MenuIcon.tsx'
import { screenOf } from '../../screens/menu.ts'
import { rightOf } from '../../screens/screens.ts'
import styles from './menus.module.css'

export function StarredLinks({ user }: { user: UserInfo }) {
  const t = useTranslations('house')
  const open = useStars()
    .starred.flatMap((path) => screenOf(path) ?? [])
    .filter((screen) => can(user, rightOf(screen)))
  if (open.length === 0) return null
  return (
    <ul className={`lines gap-2 ${styles.starred}`} aria-label={t('shell.starred')}>
      {open.map(({ path, title, menu }) => (
        <li key={path}>
          <InnerLink to={path} className={styles.item}>
            {menu ? <MenuIcon name={menu.icon} size={18} /> : <Star size={18} strokeWidth={1.75} aria-hidden />}
            {t(`screens.${title}`)}
          </InnerLink>
        </li>
      ))}
    </ul>
  )
}
