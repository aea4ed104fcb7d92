// Navigation of the vertical templates: collapsible groups, entries with the count of waiting matters.
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { usePreferences } from '../../kit/base/preferences.ts'
import { InnerLink } from '../../kit/page/InnerLink.tsx'
import { MenuIcon } from '../../screens/MenuIcon.tsx'
import { isHere, type MenuEntry, type MenuGroup } from '../../screens/menu.ts'
import type { Screen } from '../../screens/screen.ts'
import { Brand } from '../Brand.tsx'
import groups from './groups.module.css'
import styles from './menus.module.css'
import rail from './rail.module.css'

/** The server counts no further than this, so this count means "this many or more". */
const MANY = 100

export function SideMenu({ menu, open }: { menu: readonly MenuGroup[]; open: Screen | undefined }) {
  const t = useTranslations('house.shell')
  const side = useRef<HTMLElement>(null)
  const path = open?.path
  // A long menu scrolls to the current entry.
  useEffect(() => {
    const nav = side.current
    const item = nav?.querySelector<HTMLElement>('[aria-current]')
    if (!path || !nav || !item) return
    const below = item.getBoundingClientRect().bottom - nav.getBoundingClientRect().bottom
    if (below > 0) nav.scrollTop += below
  }, [path])
  return (
    <nav ref={side} className={`${styles.side} ${rail.rail}`} aria-label={t('navigation')}>
      <Brand />
      <MenuGroups menu={menu} open={open} />
    </nav>
  )
}

type Props = { menu: readonly MenuGroup[]; open: Screen | undefined }

/** A collapsed group still shows the current entry, and the total count of the others. */
export function MenuGroups({ menu, open }: Props) {
  const t = useTranslations('house')
  const [{ folded }, change] = usePreferences()
  return menu.map((group) => {
    const name = group.name ?? ''
    const isFolded = folded.includes(name)
    const toggle = () => change({ folded: isFolded ? folded.filter((one) => one !== name) : [...folded, name] })
    return (
      <div key={name}>
        {group.name && (
          <h2 className={`small ${styles.group}`}>
            <button type="button" className={`bare ${groups.fold}`} aria-expanded={!isFolded} onClick={toggle}>
              {t(`groups.${group.name}`)}
              {isFolded && <Waiting count={waitingIn(group)} />}
            </button>
          </h2>
        )}
        <ul className={styles.items} aria-label={group.name && t(`groups.${group.name}`)}>
          {group.screens.map((entry) => (
            <li key={entry.path} hidden={isFolded && !isHere(entry, open)}>
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
