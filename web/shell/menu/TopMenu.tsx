// Navigation of the horizontal templates: a group with one entry is a plain link; a larger group opens below its name.
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useTranslations } from 'use-intl'
import { isHere, type MenuGroup } from '../../screens/menu.ts'
import type { Screen } from '../../screens/screen.ts'
import { Brand } from '../Brand.tsx'
import { Disclosure } from './Disclosure.tsx'
import styles from './menus.module.css'
import { MenuLink, Waiting, waitingIn } from './SideMenu.tsx'

type Props = { menu: readonly MenuGroup[]; open: Screen | undefined }

export default function TopMenu({ menu, open }: Props) {
  const t = useTranslations('house.shell')
  return (
    <nav className={`row gap-8 ${styles.top}`} aria-label={t('navigation')}>
      <Brand />
      <ul className="row gap-2">
        {menu.map((group) => {
          const [only, ...others] = group.screens
          return (
            <li key={group.name ?? ''}>
              {only && others.length === 0 ? <MenuLink entry={only} current={isHere(only, open)} /> : <GroupMenu group={group} open={open} />}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function GroupMenu({ group, open }: { group: MenuGroup; open: Screen | undefined }) {
  const t = useTranslations('house.groups')
  const isOpen = group.screens.some((entry) => isHere(entry, open))
  const button = (
    <>
      {group.name && t(group.name)}
      <Waiting count={waitingIn(group)} />
      <ChevronDown size={16} aria-hidden />
    </>
  )
  return (
    <Disclosure className={styles.item} isHere={isOpen} button={button}>
      <ul className="lines gap-2">
        {group.screens.map((entry) => (
          <li key={entry.path}>
            <MenuLink entry={entry} current={isHere(entry, open)} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
