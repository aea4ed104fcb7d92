// Navigation on phones: the three pages that people use most on a phone, and a drawer with the whole menu.
import { useTranslations } from 'use-intl'
import { isHere, type MenuGroup } from '../../screens/menu.ts'
import type { Screen } from '../../screens/screen.ts'
import MenuDrawer from './MenuDrawer.tsx'
import styles from './menus.module.css'
import { MenuLink } from './SideMenu.tsx'

const SHOWN = 3
/** The pages that the bar prefers, in this order: selling, figures, customers, stock, a shop's sales. */
const wanted = ['/cashcards/', '/dashboard', '/customers/view', '/inventory/view', '/seller/sales']

function firstOf(menu: readonly MenuGroup[]) {
  const screens = menu.flatMap((group) => group.screens)
  const rank = (path: string) => (wanted.indexOf(path) + wanted.length + 1) % (wanted.length + 1)
  return screens.sort((a, b) => rank(a.path) - rank(b.path)).slice(0, SHOWN)
}

export default function BottomBar({ menu, open }: { menu: readonly MenuGroup[]; open: Screen | undefined }) {
  const t = useTranslations('house.shell')
  return (
    <nav className={`small ${styles.bottom}`} aria-label={t('navigation')}>
      {firstOf(menu).map((entry) => (
        <MenuLink key={entry.path} entry={entry} current={isHere(entry, open)} />
      ))}
      <MenuDrawer menu={menu} open={open} />
    </nav>
  )
}
