// Tabs for the screens that share an entry of the menu, shown above each of these screens.
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { TabLink } from '../../kit/page/TabLink.tsx'
import { isCurrent, type MenuEntry } from '../../screens/menu.ts'
import type { Screen } from '../../screens/screen.ts'
import styles from './menus.module.css'
import { scrollToCurrent } from './scroll-to-current.ts'

/** How much of the tab before the current one stays visible, in pixels, so that users see that the row can be scrolled. */
const BEFORE_PX = 24

export default function HeadTabs({ entry, open }: { entry: MenuEntry; open: Screen }) {
  const t = useTranslations('house.screens')
  const row = useRef<HTMLElement>(null)
  // On a narrow window the row of tabs is scrolled sideways to the current tab, whenever another page is opened.
  useEffect(() => {
    if (open.path) return scrollToCurrent(row.current, (entry, menu) => ({ left: entry.left - menu.left - BEFORE_PX }))
  }, [open.path])
  return (
    <nav ref={row} className={`sideways nowrap gap-2 ${styles.tabs}`} data-tabs aria-label={t(entry.title)}>
      {entry.tabs.map((tab) => (
        <TabLink key={tab.path} to={tab.path} current={isCurrent(tab, open)}>
          {t(tab.title)}
        </TabLink>
      ))}
    </nav>
  )
}
