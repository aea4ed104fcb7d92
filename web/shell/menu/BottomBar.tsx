// Navigation on phones: the three pages people use most on the move, and a drawer with the whole menu.
import { useLocation } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../contract/kit/access.ts'
import { useUser } from '../../kit/base/api.ts'
import { isHere, type MenuGroup } from '../../screens/menu.ts'
import type { Screen } from '../../screens/screen.ts'
import { PageButtons } from '../PageButtons.tsx'
import { SupportContact } from '../session/SupportContact.tsx'
import styles from './menus.module.css'
import { MenuGroups, MenuLink } from './SideMenu.tsx'

const SHOWN = 3
/** The pages that the bar may show, in order of preference: selling, figures, customers, stock. */
const wanted = ['/cashcards/', '/dashboard', '/customers/view', '/inventory/view', '/seller/sales']

function firstOf(menu: readonly MenuGroup[]) {
  const screens = menu.flatMap((group) => group.screens)
  const rank = (path: string) => (wanted.indexOf(path) + wanted.length + 1) % (wanted.length + 1)
  return screens.sort((a, b) => rank(a.path) - rank(b.path)).slice(0, SHOWN)
}

export default function BottomBar({ menu, open }: { menu: readonly MenuGroup[]; open: Screen | undefined }) {
  const t = useTranslations('house.shell')
  const word = useTranslations('house.words')
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const user = useUser()
  // biome-ignore lint/correctness/useExhaustiveDependencies: closing follows the address, whatever changed it
  useEffect(() => {
    drawer.current?.close()
  }, [pathname])
  return (
    <>
      <nav className={styles.bottom} aria-label={t('navigation')}>
        {firstOf(menu).map((entry) => (
          <MenuLink key={entry.path} entry={entry} current={isHere(entry, open)} />
        ))}
        <button type="button" className={styles.item} aria-haspopup="dialog" onClick={() => drawer.current?.showModal()}>
          <Ellipsis size={20} aria-hidden />
          {t('more')}
        </button>
      </nav>
      <dialog ref={drawer} className={`surface ${styles.drawer}`} aria-label={t('navigation')} closedby="any">
        <div className={`ends ${styles.drawerHead}`}>
          <button type="button" className={styles.item} onClick={() => drawer.current?.close()}>
            <X size={20} aria-hidden />
            {word('close')}
          </button>
          <PageButtons />
        </div>
        <MenuGroups menu={menu} open={open} />
        {user.account_role === accountRole.seller && <SupportContact />}
      </dialog>
    </>
  )
}
