// The user's pages as items of the palette: the pages in the menu, and all other pages whose address needs no id.
import { useMessages, useTranslations } from 'use-intl'
import { useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import { useStars } from '../../kit/page/stars.ts'
import { screenOf } from '../../screens/menu.ts'
import type { Screen } from '../../screens/screen.ts'
import { rightOf, screens } from '../../screens/screens.ts'
import type { Item, ItemGroup } from '../search/palette.ts'
import { recentPaths } from '../search/recent.ts'

export function usePages(): { pages: Item[]; known: ItemGroup[] } {
  const t = useTranslations('house')
  const groups = useTranslations('shell.palette.groups')
  const user = useUser()
  const { starred } = useStars()
  const words: Partial<Record<string, string>> = useMessages().shell.palette.words
  const itemOf = ({ path, title, menu, parent }: Screen): Item => {
    const group = menu?.group ?? (parent && screenOf(parent)?.menu?.group)
    return { id: path, label: t(`screens.${title}`), hint: group && t(`groups.${group}`), to: path, words: words[title] }
  }
  const pages = screens.filter((screen) => !screen.path.includes('$') && can(user, rightOf(screen))).map(itemOf)
  const those = (paths: readonly string[]) => paths.flatMap((path) => pages.find((page) => page.id === path) ?? [])
  const known = [
    { name: groups('starred'), items: those(starred) },
    { name: groups('recent'), items: those(recentPaths(user.user_id).slice(1)) },
  ]
  return { pages, known }
}
