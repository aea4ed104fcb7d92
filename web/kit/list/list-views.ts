// Saved views of a list. A view is a name and the query of the list's address, without the page number.
import type { CallName } from '../base/api.ts'
import { usePreferences } from '../base/preferences.ts'
import { stringifySearch, type UrlState } from '../base/url.ts'

export const VIEWS_MAX = 12
export type View = { name: string; search: string }

/** Returns the query of a view's address. The same filters give the same text, in whatever order they were chosen. */
export const searchOf = (state: UrlState): string =>
  stringifySearch(
    Object.fromEntries(
      Object.entries(state)
        .filter(([name]) => name !== 'page')
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  ).slice(1)

export function useListViews(call: CallName) {
  const [{ views = {} }, change] = usePreferences()
  const own = views[call] ?? []
  const keep = (next: View[]) => change({ views: { ...views, [call]: next } })
  return {
    views: own,
    add: (view: View) => keep([...own.filter(({ name }) => name !== view.name), view].slice(-VIEWS_MAX)),
    remove: (name: string) => keep(own.filter((view) => view.name !== name)),
  }
}
