// The shell, the frame of every screen: navigation at the side or on top, header, content, and on phones a bar at the bottom.

import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { UserInfo } from '../../contract/people/account.ts'
import { useUser } from '../kit/base/api.ts'
import { isGuided } from '../kit/base/guided-tour.ts'
import { withArea } from '../kit/base/language.tsx'
import { useOffer } from '../kit/form/undo.ts'
import { TitleTabs } from '../kit/page/title-tabs.ts'
import { PageView, usePage } from '../kit/router/Pages.tsx'
import { isHere, menuOf, screenOf } from '../screens/menu.ts'
import { isHorizontal, useTemplate } from '../themes/look.ts'
import { Crashed } from './CrashedScreen.tsx'
import { lazyDialog } from './lazy.ts'
import menus from './menu/menus.module.css'
import { SideMenu } from './menu/SideMenu.tsx'
import { useCounted } from './menu/use-menu-counts.ts'
import { ShellDialogs } from './ShellDialogs.tsx'
import { useRecent } from './search/recent.ts'
import styles from './shell.module.css'
import { Breadcrumb, TopBar } from './TopBar.tsx'
import { usePhone } from './use-phone.ts'
import { useShellKeys } from './use-shell-keys.ts'

/** Parts of the shell that not every user needs; they are loaded on demand. */
const SessionWatch = lazy(async () => ({ default: (await import('./session/SessionWatch.tsx')).SessionWatch }))
const Banners = lazy(async () => ({ default: (await import('./session/SessionWatch.tsx')).Banners }))
const ViewStrip = lazy(() => import('./session/ViewStrip.tsx'))
const BottomBar = lazy(() => import('./menu/BottomBar.tsx'))
const HeadTabs = lazy(() => import('./menu/HeadTabs.tsx'))
const TopMenu = lazy(() => import('./menu/TopMenu.tsx'))
const UndoBar = lazyDialog(() => import('./UndoBar.tsx'))
const TillLock = lazy(() => withArea('cashiers', import('./till-lock/TillLock.tsx')))
const TrainingStrip = lazy(() => import('./session/TrainingStrip.tsx'))
const StartStrip = lazy(() => withArea('start', import('../modules/customers/guided-start/StartStrip.tsx')))

/** The shell with the open screen. While the till is locked, it shows only the lock. */
export function Shell() {
  const user = useUser()
  if (user.is_locked !== 1) return <OpenShell user={user} />
  return (
    <Suspense>
      <TillLock user={user} />
    </Suspense>
  )
}

function OpenShell({ user }: { user: UserInfo }) {
  const t = useTranslations('house.shell')
  const saved = useOffer()
  const horizontal = isHorizontal(useTemplate())
  const isPhone = usePhone()
  const { route, place } = usePage()
  const open = screenOf(route.path)
  const menu = useCounted(menuOf(user), open)
  const head = open?.menu?.head && menu.flatMap(({ screens }) => screens).find((entry) => entry.tabs.length > 1 && isHere(entry, open))
  const tabs = open && head && (
    <Suspense fallback={<div className={`sideways nowrap gap-2 ${menus.tabs}`} data-tabs />}>
      <HeadTabs entry={head} open={open} />
    </Suspense>
  )
  const main = useRef<HTMLElement>(null)
  useShellKeys(menu)
  useRecent(user.user_id, open?.path)
  useFocusOnArrival(main, place.pathname)
  return (
    <div className={`${styles.shell} ${horizontal ? '' : styles.vertical}`}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      {horizontal ? (
        <Suspense fallback={<nav className={`row gap-8 ${menus.top}`} aria-label={t('navigation')} />}>
          <TopMenu menu={menu} open={open} />
        </Suspense>
      ) : (
        <SideMenu menu={menu} open={open} />
      )}
      <div>
        {user.view && (
          <Suspense>
            <ViewStrip view={user.view} />
          </Suspense>
        )}
        {user.is_training === 1 && (
          <Suspense>
            <TrainingStrip until={user.session_ends_at} />
          </Suspense>
        )}
        {isGuided(user.user_id) && (
          <Suspense>
            <StartStrip />
          </Suspense>
        )}
        <TopBar user={user} open={open} />
        <Suspense>
          <Banners />
        </Suspense>
        <main id="main" ref={main} tabIndex={-1} className={`stack gap-12 ${styles.main}`}>
          {open?.parent && (
            <Suspense fallback={<p className={`row gap-0 muted small ${styles.breadcrumb}`}>&nbsp;</p>}>
              <Breadcrumb open={open} user={user} />
            </Suspense>
          )}
          <TitleTabs value={tabs}>
            <PageView crashed={Crashed} />
          </TitleTabs>
        </main>
      </div>
      {isPhone && (
        <Suspense>
          <BottomBar menu={menu} open={open} />
        </Suspense>
      )}
      <div role="status">
        {saved && (
          <Suspense>
            <UndoBar offer={saved} />
          </Suspense>
        )}
      </div>
      <ShellDialogs />
      <Suspense>
        <SessionWatch />
      </Suspense>
    </div>
  )
}

/** Moves the focus to the content when a new page opens, so that screen readers start there. A field of the page that has taken the focus keeps it. */
function useFocusOnArrival(main: { current: HTMLElement | null }, pathname: string | undefined) {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const wanted = main.current?.contains(document.activeElement)
    if (!wanted) main.current?.focus({ preventScroll: true })
  }, [main, pathname])
}
