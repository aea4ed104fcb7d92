// Makes the routes from screens.ts. A screen that the user may not open leads to not-authorized with the missing right, an unknown path leads to the 404 page.
import type { ComponentType } from 'react'
import { missing } from '../contract/kit/access.ts'
import type { UserInfo } from '../contract/people/account.ts'
import { query, queryClient, userQuery } from './kit/base/api.ts'
import { actorOf, can } from './kit/base/can.ts'
import { ChunkFailed, within } from './kit/base/chunks.ts'
import { loadContract } from './kit/base/contract.ts'
import { loadArea } from './kit/base/language.tsx'
import { stringifySearch } from './kit/base/url.ts'
import { PageTitle } from './kit/page/PageTitle.tsx'
import { createRouter } from './kit/router/router.ts'
import { publicScreens } from './modules/people/auth/public-screens.ts'
import { screenOf } from './screens/menu.ts'
import type { Screen } from './screens/screen.ts'
import { accessOf, rightOf, screens } from './screens/screens.ts'
import { landingOf } from './shell/menu/first-page.ts'
import { FindPage } from './shell/search/FindPage.tsx'

/**
 * Loads a screen's code, its texts, the texts of lists and the schemas of its calls in parallel. The till has its schemas already and needs no texts of lists.
 */
async function fetchView({ path, area, view }: Screen) {
  const shared = area === 'selling' ? [] : [loadContract(), loadArea('pages')]
  const [loaded] = await within(Promise.all([view(), loadArea(area), ...shared]), path)
  // Vite returns undefined for a chunk that it could not load, because kit/form/unsaved-input.ts handles the error.
  if (!loaded) throw new ChunkFailed(path)
  return loaded
}

/** Loads the screen at this address while the server is asked who is signed in. If that fails, the screen is loaded again later. */
export function fetchAhead(pathname: string): void {
  const screen = screenOf(pathname)
  if (screen) fetchView(screen).catch(() => undefined)
}

/** Requests what the screen at this address shows first, as far as the user may see it. */
export function readAhead(user: UserInfo, { pathname, search }: { pathname: string; search: string }): void {
  const screen = screenOf(pathname)
  if (!screen || insteadOf(screen, user)) return
  for (const name of screen.callsAhead ?? []) if (can(user, name)) void queryClient.prefetchQuery(query(name, {}))
  if (!search)
    fetchView(screen).then(
      (view) => view.readAhead?.(pathname),
      () => undefined,
    )
}

/** Returns the user with the rights as they were last read, because rights may change while the page is open. */
const latest = (user: UserInfo) => queryClient.getQueryData(userQuery.queryKey) ?? user

/**
 * Returns the page to open instead of a screen: the form for a new password, if another person has set the user's password, or the page that names the missing
 * right.
 */
function insteadOf(screen: Screen, user: UserInfo): string | undefined {
  if (user.must_change_password === 1 && screen.path !== '/settings') return '/settings?tab=password'
  if (can(user, rightOf(screen))) return undefined
  return `/pages/not-authorized?${new URLSearchParams({ missing: missing(accessOf(screen), actorOf(user)).join(','), grantor: user.grantor })}`
}

function inShell(View: ComponentType) {
  return function PublicInShell() {
    return (
      <div className="stack">
        <PageTitle />
        <div className="card">
          <View />
        </div>
        <FindPage />
      </div>
    )
  }
}

/** The address that a screen has now, by each address that it had before. */
const moved = new Map(screens.flatMap(({ path, was = [] }) => was.map((before): [string, string] => [before, path])))

export const createHouseRouter = (user: UserInfo) =>
  createRouter(
    [
      ...screens.map((screen) => ({
        path: screen.path,
        title: screen.title,
        starred: screen.path.includes('$') ? undefined : screen.path,
        parent: screen.parent && screenOf(screen.parent),
        hasHelp: true as const,
        view: () => fetchView(screen),
        instead: () => insteadOf(screen, latest(user)),
      })),
      ...publicScreens.map(({ path, title, view }) => ({ path, title, view: async () => ({ default: inShell(view) }) })),
    ],
    ({ pathname, search }) => {
      if (pathname === '/') return landingOf(user)
      return moved.has(pathname) ? `${moved.get(pathname)}${stringifySearch(search)}` : '/pages/error-404'
    },
  )
