// Tabs for the screens that share an entry of the menu, shown above each of these screens.
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { TabLink } from '../../kit/page/TabLink.tsx'
import { isCurrent, type MenuEntry } from '../../screens/menu.ts'
import type { Screen } from '../../screens/screen.ts'
import styles from './menus.module.css'

export default function HeadTabs({ entry, open }: { entry: MenuEntry; open: Screen }) {
  const t = useTranslations('house.screens')
  const row = useRef<HTMLElement>(null)
  // On a narrow window the row of tabs is scrolled sideways to the current tab.
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>(`[href="${open.path}"]`)
    if (row.current && here) row.current.scrollLeft = here.offsetLeft - row.current.offsetLeft - 24
  }, [open.path])
  return (
    <nav ref={row} className={styles.tabs} data-tabs aria-label={t(entry.title)}>
      {entry.tabs.map((tab) => (
        <TabLink key={tab.path} to={tab.path} current={isCurrent(tab, open)}>
          {t(tab.title)}
        </TabLink>
      ))}
    </nav>
  )
}
