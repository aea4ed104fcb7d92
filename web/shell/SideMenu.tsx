// Navigation of the vertical templates: all groups, always open.
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { InnerLink } from '../kit/page/InnerLink.tsx'
import { MenuIcon } from '../screens/MenuIcon.tsx'
import { isCurrent, type MenuGroup, type MenuScreen } from '../screens/menu.ts'
import type { Screen } from '../screens/screen.ts'
import { Brand } from './Brand.tsx'
import styles from './menus.module.css'

export function SideMenu({ menu, open }: { menu: readonly MenuGroup[]; open: Screen | undefined }) {
  const t = useTranslations('house.shell')
  const side = useRef<HTMLElement>(null)
  const path = open?.path
  // A long menu shows where one is.
  useEffect(() => {
    const nav = side.current
    const item = nav?.querySelector<HTMLElement>('[aria-current]')
    if (!path || !nav || !item) return
    const below = item.getBoundingClientRect().bottom - nav.getBoundingClientRect().bottom
    if (below > 0) nav.scrollTop += below
  }, [path])
  return (
    <nav ref={side} className={styles.side} aria-label={t('navigation')}>
      <Brand />
      <MenuGroups menu={menu} open={open} />
    </nav>
  )
}

type Props = { menu: readonly MenuGroup[]; open: Screen | undefined }

export function MenuGroups({ menu, open }: Props) {
  const t = useTranslations('house')
  return menu.map((group) => (
    <div key={group.name ?? ''}>
      {group.name && <h2 className={styles.group}>{t(`groups.${group.name}`)}</h2>}
      <ul className={styles.items}>
        {group.screens.map((screen) => (
          <li key={screen.path}>
            <MenuLink screen={screen} current={isCurrent(screen, open)} />
          </li>
        ))}
      </ul>
    </div>
  ))
}

export function MenuLink({ screen, current }: { screen: MenuScreen; current: boolean }) {
  const t = useTranslations('house.screens')
  return (
    <InnerLink to={screen.path} className={styles.item} current={current}>
      <MenuIcon name={screen.menu.icon} size={20} />
      {t(screen.title)}
    </InnerLink>
  )
}
