// Navigation of phones: the first entries of the menu, and a drawer with all of it.
import { useLocation } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Screen } from '../screens.ts'
import { isCurrent, type MenuGroup } from './menu.ts'
import { MenuGroups, MenuLink } from './SideMenu.tsx'
import styles from './shell.module.css'

const SHOWN = 3

export function BottomBar({ menu, open }: { menu: readonly MenuGroup[]; open: Screen | undefined }) {
  const t = useTranslations('house.shell')
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const sellsFirst = [...menu].sort((a, b) => Number(b.name === 'sell') - Number(a.name === 'sell'))
  const first = sellsFirst.flatMap((group) => group.screens).slice(0, SHOWN)
  // biome-ignore lint/correctness/useExhaustiveDependencies: closing follows the address, whatever changed it
  useEffect(() => drawer.current?.close(), [pathname])
  return (
    <>
      <nav className={styles.bottom} aria-label={t('navigation')}>
        {first.map((screen) => (
          <MenuLink key={screen.path} screen={screen} current={isCurrent(screen, open)} />
        ))}
        <button type="button" className={styles.item} aria-haspopup="dialog" onClick={() => drawer.current?.showModal()}>
          <Ellipsis size={20} aria-hidden />
          {t('more')}
        </button>
      </nav>
      <dialog ref={drawer} className={styles.drawer} aria-label={t('navigation')} closedby="any">
        <button type="button" className={styles.item} onClick={() => drawer.current?.close()}>
          <X size={20} aria-hidden />
          {t('close')}
        </button>
        <MenuGroups menu={menu} open={open} />
      </dialog>
    </>
  )
}
