// The menu with the count of waiting matters at each entry. The counts are read at the start, when the window becomes visible, and once a minute; never in a
// hidden tab, nor at the till, which loads only what selling needs.
import { useQuery } from '@tanstack/react-query'
import { query } from '../../kit/base/api.ts'
import { inMenu, type MenuGroup } from '../../screens/menu.ts'
import type { Screen } from '../../screens/screen.ts'

const EVERY_MS = 60_000

export function useCounted(menu: readonly MenuGroup[], open: Screen | undefined): readonly MenuGroup[] {
  const enabled = open?.area !== 'selling' && inMenu(menu).some((screen) => screen.menu.waits)
  const { data } = useQuery({ ...query('waitingCounts', {}), enabled, staleTime: EVERY_MS, refetchInterval: EVERY_MS })
  if (!data) return menu
  const kinds = new Map(data.counts.map(({ kind, count }) => [kind, count]))
  return menu.map((group) => ({
    ...group,
    screens: group.screens.map((entry) => ({
      ...entry,
      waiting: entry.tabs.reduce((sum, { menu: { waits } }) => sum + ((waits && kinds.get(waits)) ?? 0), 0),
    })),
  }))
}
