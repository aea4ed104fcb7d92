// The browser's history, as the router uses it: each entry has its place in the order and a name, under which its scroll position is remembered.
import { keepScroll, scrollOf } from './scroll.ts'

/** An address of the app. `search`: the parameters after the question mark. */
export type Place = Readonly<{ href: string; pathname: string; search: Readonly<Record<string, string | undefined>> }>

type Entry = { index: number; key: string }

const placeOf = ({ pathname, search, hash }: URL | Location): Place => ({
  href: pathname + search + hash,
  pathname,
  search: Object.fromEntries(new URLSearchParams(search)),
})

/** The address that a path of the app leads to. */
export const placeAt = (path: string): Place => placeOf(new URL(path, location.href))

/** The address without the # and what follows it. */
export const pageOf = ({ href }: Place) => href.split('#', 1)[0]

const entryOf = (state: unknown): Entry | undefined =>
  typeof state === 'object' && state !== null && 'index' in state && 'key' in state ? (state as Entry) : undefined

const newEntry = (index: number): Entry => ({ index, key: Math.random().toString(36).slice(2) })

export function createHistory() {
  let entry = entryOf(history.state) ?? newEntry(0)
  /** Set while the router itself moves through the history (`move`): the next change then ends that move and is not reported to the listener. */
  let returned: (() => void) | undefined

  return {
    /** How far down the page was when the present entry was left. */
    scroll: () => scrollOf(entry.key),
    place: () => placeOf(location),
    /** Sets the address: adds an entry, or with `replace` changes the present entry, which keeps its scroll position only if the page `stays`. */
    set: (place: Place, { replace, stays }: { replace: boolean; stays: boolean }) => {
      keepScroll(entry.key)
      entry = replace ? { ...entry, key: stays ? entry.key : newEntry(0).key } : newEntry(entry.index + 1)
      history[replace ? 'replaceState' : 'pushState'](entry, '', place.href)
    },
    /** Moves by some entries and waits until the browser has done so. */
    move: (by: number) =>
      new Promise<void>((resolve) => {
        returned = resolve
        history.go(by)
      }),
    /**
     * Calls the listener when the browser has changed the address: by its buttons back and forward, by a link to a part of the page, or for a script that set
     * the address. `by`: the number of entries; 0 for a new one. `arrive` makes the entry the present one. `forgets`:
     * whether the scroll position is forgotten when the app is closed.
     */
    listen: (followed: (place: Place, by: number, arrive: () => void) => void, forgets: () => boolean) => {
      history.scrollRestoration = 'manual'
      history.replaceState(entry, '')
      addEventListener('pagehide', () => {
        if (!forgets()) keepScroll(entry.key)
      })
      addEventListener('popstate', ({ state }) => {
        if (returned) {
          returned()
          returned = undefined
          return
        }
        const known = entryOf(state)
        const next = known ?? newEntry(entry.index + 1)
        if (!known) history.replaceState(next, '')
        followed(placeOf(location), known ? next.index - entry.index : 0, () => {
          keepScroll(entry.key)
          entry = next
        })
      })
    },
  }
}
