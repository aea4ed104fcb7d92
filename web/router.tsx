// Routes made from screens.ts: who may not open one lands on not-authorized with the missing right, unknown paths on the 404 page.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { UserInfo } from '../contract/auth.ts'
import { missing } from '../contract/kit/access.ts'
import { actorOf, can } from './kit/can.ts'
import { loadArea } from './kit/language.tsx'
import { PageTitle } from './kit/PageTitle.tsx'
import { parseSearch, stringifySearch } from './kit/url.ts'
import { publicScreens } from './modules/auth/public-screens.ts'
import { accessOf, type Screen, screens } from './screens.ts'
import { Crashed } from './shell/Crashed.tsx'
import { Shell } from './shell/Shell.tsx'

/** A screen's code and texts travel side by side. */
const viewOf = ({ area, view }: Screen) =>
  lazyRouteComponent(async () => {
    const [loaded] = await Promise.all([view(), loadArea(area)])
    return loaded
  })

function inShell(View: ComponentType) {
  return function PublicInShell() {
    return (
      <div className="stack">
        <PageTitle />
        <div className="card">
          <View />
        </div>
      </div>
    )
  }
}

export function createHouseRouter(user: UserInfo) {
  const root = createRootRoute({ component: Shell, errorComponent: Crashed })
  const screenRoutes = screens.map((screen) =>
    createRoute({
      getParentRoute: () => root,
      path: screen.path,
      staticData: { title: screen.title },
      component: viewOf(screen),
      errorComponent: Crashed,
      beforeLoad: () => {
        const access = accessOf(screen)
        if (!can(user, access))
          throw redirect({
            href: `/pages/not-authorized?${new URLSearchParams({ missing: missing(access, actorOf(user)).join(','), grantor: user.grantor })}`,
            replace: true,
          })
      },
    }),
  )
  const publicRoutes = publicScreens.map(({ path, title, view }) =>
    createRoute({ getParentRoute: () => root, path, staticData: { title }, component: inShell(view) }),
  )
  const unknown = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ href: '/pages/error-404', replace: true })
    },
  })
  return createRouter({
    routeTree: root.addChildren([...screenRoutes, ...publicRoutes, unknown]),
    trailingSlash: 'preserve',
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}
