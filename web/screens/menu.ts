// One user's menu: the screens they may open, in the seven groups and their fixed order. A missing right removes an entry and moves none.
import type { UserInfo } from '../../contract/people/account.ts'
import { can } from '../kit/base/can.ts'
import { type Group, groups, type Screen } from './screen.ts'
import { rightOf, screens } from './screens.ts'

type MenuScreen = Screen & { menu: NonNullable<Screen['menu']> }
/** One line of the menu, named after its screen or, where several share it, after their common subject; `tabs` are those this user may open. */
export type MenuEntry = MenuScreen & { tabs: readonly MenuScreen[]; waiting?: number }
export type MenuGroup = { name: Group | undefined; screens: readonly MenuEntry[] }

export function menuOf(user: UserInfo): MenuGroup[] {
  const open = screens.filter((screen): screen is MenuScreen => screen.menu !== undefined && can(user, rightOf(screen)))
  return [undefined, ...groups]
    .map((name) => ({ name, screens: entriesOf(open.filter((screen) => screen.menu.group === name)) }))
    .filter((group) => group.screens.length > 0)
}

function entriesOf(open: readonly MenuScreen[]): MenuEntry[] {
  const of = ({ menu, title }: MenuScreen) => menu.head ?? title
  return open
    .filter((screen, index) => open.findIndex((one) => of(one) === of(screen)) === index)
    .map((screen) => {
      const tabs = open.filter((one) => of(one) === of(screen)).sort((a, b) => Number(b.title === of(b)) - Number(a.title === of(a)))
      const first = tabs[0] ?? screen
      return { ...first, tabs, title: tabs.length > 1 ? of(first) : first.title }
    })
}

/** All screens of a menu, including those behind tabs. */
export const inMenu = (menu: readonly MenuGroup[]): MenuScreen[] => menu.flatMap(({ screens }) => screens.flatMap(({ tabs }) => tabs))

const shapeOf = (path: string) => path.replace(/\/$/, '')

/** The screen of a matched route. */
export const screenOf = (fullPath: string): Screen | undefined => screens.find((screen) => shapeOf(screen.path) === shapeOf(fullPath))

/** Whether a screen is marked as current: it is the open one, or its parent. */
export const isCurrent = (screen: Screen, open: Screen | undefined) =>
  open !== undefined && (open.path === screen.path || (open.parent === screen.path && !open.menu))

/** Whether one of an entry's tabs is current. */
export const isHere = ({ tabs }: MenuEntry, open: Screen | undefined) => tabs.some((tab) => isCurrent(tab, open))
