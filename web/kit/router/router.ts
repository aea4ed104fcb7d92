// The router: follows the browser's address, asks before a page with unsent input is left, loads the code of the page, and only then shows the page (decision
// 0102). React's part is in Pages.tsx.
import type { ComponentType } from 'react'
import type { CallName } from '../../../contract/index.ts'
import type { Access } from '../../../contract/kit/access.ts'
import type { Messages } from '../../i18n/catalogue.ts'
import { createHistory, type Place, pageOf, placeAt } from './history.ts'
import { createMatcher, type Params } from './matcher.ts'

export type ScreenTitle = keyof Messages['house']['screens']

export type Route = {
  /** Parts that begin with $ are parameters. */
  path: string
  title?: ScreenTitle
  /** The path that a press on the star stores; pages about one row and public pages have no such path. */
  starred?: string | undefined
  /** The list to which the row of this screen belongs. */
  parent?: { path: string; title: ScreenTitle; call?: CallName; access?: Access } | undefined
  hasHelp?: true
  /** Returns the address to open instead of this one; undefined if this one is opened. */
  instead?: (place: Place) => string | undefined
  /** Loads the page's code. */
  view: () => Promise<{ default: ComponentType }>
}

/** The page that is shown: `View`, or the `error` that prevented its code from being loaded. `scroll`: the pixels to scroll down; undefined: no scrolling. */
export type Page = { place: Place; route: Route; params: Params; scroll: number | undefined } & ({ View: ComponentType } | { error: unknown })

export type Blocker = { blocks: (current: Place, next: Place) => boolean; ask: (answer: (leaves: boolean) => void) => void }

/** `replace`: the address takes the place of the present one in the browser's history. `stays`: the page is not scrolled to its top. */
export type NavigateOptions = { replace?: boolean; stays?: boolean }

export type Router = ReturnType<typeof createRouter>

/** Returns a function that loads the code of a route once; if loading fails, the next call tries again. */
function createViews() {
  const views = new Map<Route, Promise<ComponentType>>()
  return (route: Route): Promise<ComponentType> => {
    const loading = views.get(route) ?? route.view().then(({ default: View }) => View)
    views.set(route, loading)
    loading.catch(() => views.delete(route))
    return loading
  }
}

/** A set to which `add` adds a thing; the function that `add` returns removes that thing again. */
function createRegistry<T>() {
  const all = new Set<T>()
  const add = (one: T) => {
    all.add(one)
    return () => all.delete(one)
  }
  return { all, add }
}

/** Two functions that turn the result of loading a page's code into fields of `Page`: the first after success, the second after a failure. */
const outcomes = [(View: ComponentType) => ({ View }), (error: unknown) => ({ error })] as const

/** `unknown` returns the address to open instead of an address that belongs to no route. */
export function createRouter(routes: readonly Route[], unknown: (place: Place) => string) {
  const find = createMatcher(routes)
  const viewOf = createViews()
  const blockers = createRegistry<Blocker>()
  const listeners = createRegistry<() => void>()
  let page: Page | undefined
  const past = createHistory()
  let address = past.place()
  /** The number of the latest call of `show`. A call whose code arrives after a later call has begun shows nothing. */
  let visits = 0

  const tell = () => {
    for (const listener of listeners.all) listener()
  }

  async function show(place: Place, scroll: number | undefined): Promise<void> {
    visits += 1
    const visit = visits
    const found = find(place.pathname)
    const instead = found ? found.route.instead?.(place) : unknown(place)
    if (!found || instead !== undefined) return turn(placeAt(instead ?? '/'), { replace: true })
    const next = { place, scroll, ...found }
    // Changing the list state of a page waits for nothing.
    if (page?.route === found.route && 'View' in page) page = { ...next, View: page.View }
    else {
      const loaded = await viewOf(found.route).then(...outcomes)
      if (visit !== visits) return
      page = { ...next, ...loaded }
    }
    tell()
  }

  /** Changes the address and shows its page. Following a link to the address that is open adds nothing to the history. */
  async function turn(place: Place, { replace = false, stays = false }: NavigateOptions): Promise<void> {
    past.set(place, { replace: replace || place.href === page?.place.href, stays })
    address = place
    tell()
    await show(place, stays ? undefined : 0)
  }

  /** Returns the blockers that ask before this address is opened: none if the page is already being left, because the user has been asked then. */
  function blockersOf(next: Place): Blocker[] {
    const current = page?.place
    if (current?.pathname !== address.pathname) return []
    return [...blockers.all].filter(({ blocks }) => blocks(current, next))
  }

  /** Whether the page may be left for another address; the user is asked if a form on the page has unsent input. */
  async function mayLeave(next: Place): Promise<boolean> {
    for (const { ask } of blockersOf(next)) if (!(await new Promise(ask))) return false
    return true
  }

  /** Opens an address of the app. If no form asks, the address changes at once, because a second change in the same moment must see the first. */
  async function go(to: string, how: NavigateOptions = {}): Promise<void> {
    const place = placeAt(to)
    if (blockersOf(place).length === 0 || (await mayLeave(place))) await turn(place, how)
  }

  async function follow(place: Place, by: number, arrive: () => void): Promise<void> {
    const isSame = page !== undefined && pageOf(page.place) === pageOf(place)
    if (!isSame && by !== 0 && blockersOf(place).length > 0) {
      await past.move(-by)
      if (!(await mayLeave(place))) return
      await past.move(by)
    }
    arrive()
    address = place
    tell()
    // A page whose code is still loading is not shown if the user has gone back meanwhile.
    if (isSame) visits += 1
    else await show(place, past.scroll())
  }

  return {
    go,
    /** The page that is shown now, which is that of an earlier address while the code of the next page is loading. */
    page: () => page,
    /** The browser's address, which changes as soon as a page is asked for. */
    address: () => address.href,
    /** Calls the listener when the page or the address has changed, until the returned function is called. */
    watch: listeners.add,
    /** Asks this blocker before a page is left, until the returned function is called. */
    block: blockers.add,
    /** Loads the code of the page at this address, which the user will probably open. */
    prepare: (to: string) => {
      const found = find(placeAt(to).pathname)
      if (found) viewOf(found.route).catch(() => undefined)
    },
    /** Shows the page of the present address again, and loads its code again if that failed. */
    again: () => show(past.place(), undefined),
    /** Shows the first page and begins to follow the address. `forgets`: whether the scroll position is forgotten when the app is closed. */
    start: async (forgets: () => boolean) => {
      past.listen(follow, forgets)
      await show(past.place(), past.scroll())
    },
  }
}
