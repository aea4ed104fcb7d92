// Navigation of the vertical templates: groups that fold, and entries with the count of waiting matters. On a tablet it is a narrow rail with only the entries
// of unfolded groups.
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { usePreferences } from '../../kit/base/preferences.ts'
import { InnerLink } from '../../kit/page/InnerLink.tsx'
import { MenuIcon } from '../../screens/MenuIcon.tsx'
import { isHere, type MenuEntry, type MenuGroup, shownOf } from '../../screens/menu.ts'
import type { Screen } from '../../screens/screen.ts'
import { Brand } from '../Brand.tsx'
import { useRail } from '../use-phone.ts'
import groups from './groups.module.css'
import styles from './menus.module.css'
import rail from './rail.module.css'
import { scrollToCurrent } from './scroll-to-current.ts'

const MenuDrawer = lazy(() => import('./MenuDrawer.tsx'))

/** The server counts up to this number, so this count means "this many or more". */
const MANY = 100

export function SideMenu({ menu, open }: { menu: readonly MenuGroup[]; open: Screen | undefined }) {
  const t = useTranslations('house.shell')
  const side = useRef<HTMLElement>(null)
  const path = open?.path
  const isRail = useRail()
  // A menu that is longer than the window is scrolled to the current entry, whenever another page is opened.
  useEffect(() => {
    if (path) return scrollToCurrent(side.current, (entry, menu) => ({ top: Math.max(0, entry.bottom - menu.bottom) }))
  }, [path])
  return (
    <nav ref={side} className={styles.side} aria-label={t('navigation')}>
      <div className={rail.rail}>
        <Brand />
        <MenuGroups menu={menu} open={open} />
      </div>
      {isRail && (
        <Suspense>
          <MenuDrawer menu={menu} open={open} className={rail.more} />
        </Suspense>
      )}
    </nav>
  )
}

type Props = { menu: readonly MenuGroup[]; open: Screen | undefined }

/** Draws the groups of the menu. A folded group still shows the current entry, and the sum of the counts of all its entries. */
export function MenuGroups({ menu, open }: Props) {
  const t = useTranslations('house')
  const [preferences, change] = usePreferences()
  return shownOf(menu, open, preferences).map((group) => {
    const { name, isOpen, shown } = group
    const others = (kept: readonly string[]) => kept.filter((one) => one !== name)
    const folded = others(preferences.folded)
    const unfolded = others(preferences.unfolded)
    const toggle = (to: string) => change(isOpen ? { folded: [...folded, to], unfolded } : { folded, unfolded: [...unfolded, to] })
    return (
      <div key={group.screens[0]?.path} className={groups.block}>
        {name && (
          <h2 className={`small medium ${styles.group}`}>
            <button type="button" className={`bare row one-line gap-8 full ${groups.fold}`} aria-expanded={isOpen} onClick={() => toggle(name)}>
              {t(`groups.${name}`)}
              {!isOpen && <Waiting count={waitingIn(group)} />}
            </button>
          </h2>
        )}
        <ul className="full" aria-label={name && t(`groups.${name}`)}>
          {shown.map((entry) => (
            <li key={entry.path}>
              <MenuLink entry={entry} current={isHere(entry, open)} />
            </li>
          ))}
        </ul>
      </div>
    )
  })
}

export function MenuLink({ entry, current }: { entry: MenuEntry; current: boolean }) {
  const t = useTranslations('house.screens')
  return (
    <InnerLink to={entry.path} className={styles.item} current={current}>
      <MenuIcon name={entry.menu.icon} size={20} />
      <span>
        {t(entry.title)}
        <Waiting count={entry.waiting} />
      </span>
    </InnerLink>
  )
}

export const waitingIn = ({ screens }: MenuGroup) => screens.reduce((sum, { waiting = 0 }) => sum + waiting, 0)

export function Waiting({ count = 0 }: { count?: number | undefined }) {
  const t = useTranslations('house.shell')
  if (count === 0) return null
  const shown = count < MANY ? String(count) : `${MANY - 1}+`
  return (
    <>
      {' '}
      <b className={`count ${groups.waits}`} aria-hidden>
        {shown}
      </b>
      <span className="hidden-visually">{t('waits', { count: shown })}</span>
    </>
  )
}
