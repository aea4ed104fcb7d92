// The frame of every screen: navigation at the side or on top, header, content, and on phones a bar below.
import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../contract/kit/access.ts'
import { useUser } from '../kit/base/api.ts'
import { useOrganisation } from '../kit/base/organisation.ts'
import { menuOf, screenOf } from '../screens/menu.ts'
import { isHorizontal, useTemplate } from '../themes/look.ts'
import { ConnectionBanner, NewVersionBanner } from './Banners.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { useRecent } from './recent.ts'
import { SessionWatch } from './SessionWatch.tsx'
import { ShellDialogs } from './ShellDialogs.tsx'
import { SideMenu } from './SideMenu.tsx'
import { SupportBanner } from './SupportBanner.tsx'
import styles from './shell.module.css'
import { TopBar } from './TopBar.tsx'
import { TopMenu } from './TopMenu.tsx'
import { useShellKeys } from './use-shell-keys.ts'

/** Few people need it, so it is loaded on demand. */
const ViewStrip = lazy(() => import('./ViewStrip.tsx'))

export function Shell() {
  const t = useTranslations('house.shell')
  const user = useUser()
  const { support } = useOrganisation()
  const horizontal = isHorizontal(useTemplate())
  const match = useMatches().at(-1)
  const open = screenOf(match?.fullPath ?? '')
  const menu = menuOf(user)
  const main = useRef<HTMLElement>(null)
  useShellKeys(menu)
  useRecent(user.user_id, open?.path)
  useFocusOnArrival(main, match?.pathname)
  return (
    <div className={horizontal ? styles.horizontal : styles.vertical}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      {horizontal ? <TopMenu menu={menu} open={open} /> : <SideMenu menu={menu} open={open} />}
      <div className={styles.page}>
        {user.view && (
          <Suspense>
            <ViewStrip view={user.view} />
          </Suspense>
        )}
        <TopBar user={user} />
        <ConnectionBanner />
        <NewVersionBanner />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <Breadcrumb open={open} user={user} />
          <Outlet />
        </main>
      </div>
      {user.account_role === accountRole.seller && support && <SupportBanner support={support} />}
      <BottomBar menu={menu} open={open} />
      <ShellDialogs />
      <SessionWatch />
    </div>
  )
}

/** A new page starts at its content, for screen readers too; a field that takes the focus itself keeps it. */
function useFocusOnArrival(main: { current: HTMLElement | null }, pathname: string | undefined) {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const wanted = main.current?.contains(document.activeElement)
    if (!wanted) main.current?.focus({ preventScroll: true })
  }, [main, pathname])
}
