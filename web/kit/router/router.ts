// The router: follows the browser's address, asks before a page with unsent input is left, loads the code of the page, and only then shows the page (decision
// 0104). React's part is in Pages.tsx.
import type { ComponentType } from 'react'
import type { CallName } from '../../../contract/index.ts'
import type { Access } from '../../../contract/kit/access.ts'
import type { Messages } from '../../i18n/catalogue.ts'
import { createMatcher, type Params } from './matcher.ts'
import { keepScroll, startScroll } from './scroll.ts'

export type ScreenTitle = keyof Messages['house']['screens']

/** An address of the app. `search`: the parameters after the question mark. */
export type Place = Readonly<{ href: string; pathname: string; search: Readonly<Record<string, string | undefined>> }>

export type Route = {
  /** Parts that begin with $ are parameters. */
  path: string
  title?: ScreenTitle
  /** The path that a press on the star stores; pages about one row and public pages have none. */
  starred?: string | undefined
  /** The list to which the row of this screen belongs. */
  parent?: { path: string; title: ScreenTitle; call?: CallName; access?: Access } | undefined
  hasHelp?: true
  /** Returns the address to open instead of this one, if there is such. */
  instead?: (place: Place) => string | undefined
  /** Loads the page's code. */
  view: () => Promise<{ default: ComponentType }>
}

/** The page that is shown: `View`, or the `error` that prevented its code from being loaded. `scroll`: how far down it is to be opened; undefined: as it is. */
export type Page = { place: Place; route: Route; params: Params; scroll: number | undefined } & ({ View: ComponentType } | { error: unknown })

export type Blocker = { blocks: (current: Place, next: Place) => boolean; ask: (answer: (leaves: boolean) => void) => void }

/** `replace`: the address takes the place of the present one in the browser's history. `stays`: the page is not scrolled to its top. */
export type Going = { replace?: boolean; stays?: boolean }

/** What the router stores with each entry of the browser's history: its place in the order, and a name for its scroll position. */
type Entry = { index: number; key: string }

const placeOf = ({ pathname, search, hash }: URL | Location): Place => ({
  href: pathname + search + hash,
  pathname,
  search: Object.fromEntries(new URLSearchParams(search)),
})

/** The address without the part of the page after #. */
const pageOf = ({ href }: Place) => href.split('#', 1)[0]

const entryOf = (state: unknown): Entry | undefined =>
  typeof state === 'object' && state !== null && 'index' in state && 'key' in state ? (state as Entry) : undefined

const newEntry = (index: number): Entry => ({ index, key: Math.random().toString(36).slice(2) })

export type Router = ReturnType<typeof createRouter>

/** `unknown` returns the address that is opened in place of one that no route has. */
export function createRouter(routes: readonly Route[], unknown: (place: Place) => string) {
  const find = createMatcher(routes)
  const views = new Map<Route, Promise<ComponentType>>()
  const blockers = new Set<Blocker>()
  const listeners = new Set<() => void>()
  let page: Page | undefined
  let address = location.href
  let entry = entryOf(history.state) ?? newEntry(0)
  /** The number of the latest visit: if another one begins while code is loading, the earlier one ends. */
  let visits = 0
  /** Called at the next change of the history, which the router caused itself, instead of following it. */
  let returned: (() => void) | undefined

  function tell() {
    for (const listener of listeners) listener()
  }

  /** Loads the code of a route once; if loading fails, the next call tries again. */
  function viewOf(route: Route): Promise<ComponentType> {
    const loading = views.get(route) ?? route.view().then(({ default: View }) => View)
    views.set(route, loading)
    loading.catch(() => views.delete(route))
    return loading
  }

  async function show(place: Place, scroll: number | undefined): Promise<void> {
    visits += 1
    const visit = visits
    const found = find(place.pathname)
    const instead = found ? found.route.instead?.(place) : unknown(place)
    if (!found || instead !== undefined) return turn(placeOf(new URL(instead ?? '/', location.href)), { replace: true })
    const loaded = await viewOf(found.route).then(
      (View) => ({ View }),
      (error: unknown) => ({ error }),
    )
    if (visit !== visits) return
    page = { place, scroll, ...found, ...loaded }
    tell()
  }

  /** Changes the address and shows its page. */
  async function turn(place: Place, { replace = false, stays = false }: Going): Promise<void> {
    keepScroll(entry.key)
    const before = entry.index
    // Following a link to the address that is open adds nothing to the history.
    entry = replace || place.href === page?.place.href ? { ...entry, key: stays ? entry.key : newEntry(0).key } : newEntry(entry.index + 1)
    history[entry.index === before ? 'replaceState' : 'pushState'](entry, '', place.href)
    address = location.href
    tell()
    await show(place, stays ? undefined : 0)
  }

  /** Returns the blockers that ask before this address is opened: none if the page is already being left, because then the user was asked. */
  function blockersOf(next: Place): Blocker[] {
    const current = page?.place
    if (current?.pathname !== new URL(address).pathname) return []
    return [...blockers].filter(({ blocks }) => blocks(current, next))
  }

  /** Whether the page may be left for another address; the user is asked if a form on the page has unsent input. */
  async function mayLeave(next: Place): Promise<boolean> {
    for (const { ask } of blockersOf(next)) if (!(await new Promise(ask))) return false
    return true
  }

  /** Opens an address of the app. */
  async function go(to: string, how: Going = {}): Promise<void> {
    const place = placeOf(new URL(to, location.href))
    if (await mayLeave(place)) await turn(place, how)
  }

  /** Moves in the browser's history and waits until the browser has done so. */
  const move = (by: number) =>
    new Promise<void>((resolve) => {
      returned = resolve
      history.go(by)
    })

  /** Follows the browser: the buttons back and forward, a link to a part of this page, and an address that was set without the router. */
  async function follow({ state }: PopStateEvent): Promise<void> {
    if (returned) {
      returned()
      returned = undefined
      return
    }
    const [place, next] = [placeOf(location), entryOf(state) ?? newEntry(entry.index + 1)]
    if (!entryOf(state)) history.replaceState(next, '')
    const current = page?.place
    const isSame = current !== undefined && pageOf(current) === pageOf(place)
    const by = next.index - entry.index
    if (!isSame && by !== 0 && blockersOf(place).length > 0) {
      await move(-by)
      if (!(await mayLeave(place))) return
      await move(by)
    }
    keepScroll(entry.key)
    entry = next
    address = location.href
    tell()
    // A page whose code is still loading is not shown if the user has gone back meanwhile.
    if (isSame) visits += 1
    else await show(place, startScroll(next.key))
  }

  return {
    go,
    /** The page that is shown now, which is that of an earlier address while the code of the next page is loading. */
    page: () => page,
    /** The browser's address, which changes as soon as a page is asked for. */
    address: () => address,
    /** Calls the listener when the page or the address has changed, until the returned function is called. */
    watch: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Asks this blocker before a page is left, until the returned function is called. */
    block: (blocker: Blocker) => {
      blockers.add(blocker)
      return () => blockers.delete(blocker)
    },
    /** Loads the code of the page at this address, which the user will probably open. */
    prepare: (to: string) => {
      const found = find(placeOf(new URL(to, location.href)).pathname)
      if (found) viewOf(found.route).catch(() => undefined)
    },
    /** Shows the page of the present address again, and loads its code again if that failed. */
    again: () => show(placeOf(location), undefined),
    /** Shows the first page and begins to follow the address. `forgets`: whether the scroll position is not kept when the app is closed. */
    start: async (forgets: () => boolean) => {
      history.scrollRestoration = 'manual'
      history.replaceState(entry, '')
      addEventListener('popstate', follow)
      addEventListener('pagehide', () => {
        if (!forgets()) keepScroll(entry.key)
      })
      await show(placeOf(location), startScroll(entry.key))
    },
  }
}
