// The menu of a user: the screens that the user may open, in seven groups ordered by the user's working day. A missing right removes an entry and moves no
// other entry.
import type { UserInfo } from '../../contract/people/account.ts'
import { can } from '../kit/base/can.ts'
import { dayOf } from './days.ts'
import type { Group, Screen } from './screen.ts'
import { rightOf, screens } from './screens.ts'

type MenuScreen = Screen & { menu: NonNullable<Screen['menu']> }
/** One line of the menu, named after its screen or, if several screens share it, after their common subject. `tabs` are the screens that this user may open. */
export type MenuEntry = MenuScreen & { tabs: readonly MenuScreen[]; waiting?: number }
export type MenuGroup = { name: Group | undefined; screens: readonly MenuEntry[] }

export function menuOf(user: UserInfo): MenuGroup[] {
  const open = screens.filter((screen): screen is MenuScreen => screen.menu !== undefined && can(user, rightOf(screen)))
  return [undefined, ...dayOf(user)]
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

/** Returns all screens of a menu, including those behind tabs. */
export const inMenu = (menu: readonly MenuGroup[]): MenuScreen[] => menu.flatMap(({ screens }) => screens.flatMap(({ tabs }) => tabs))

const shapeOf = (path: string) => path.replace(/\/$/, '')

/** Returns the screen of the route that matches the address. */
export const screenOf = (fullPath: string): Screen | undefined => screens.find((screen) => shapeOf(screen.path) === shapeOf(fullPath))

/** Whether a screen is marked as current: it is the open screen, or the parent of an open screen that is not in the menu. */
export const isCurrent = (screen: Screen, open: Screen | undefined) =>
  open !== undefined && (open.path === screen.path || (open.parent === screen.path && !open.menu))

/** Whether one of an entry's tabs is current. */
export const isHere = ({ tabs }: MenuEntry, open: Screen | undefined) => tabs.some((tab) => isCurrent(tab, open))

/** The most lines that a menu shows. Names of groups and entries count alike (decision 0086). */
export const LINES_MAX = 14

/** A group as the menu shows it: unfolded with all its entries, or folded with only the current entry. Groups with one entry have no name and come last. */
export type ShownGroup = MenuGroup & { isOpen: boolean; shown: readonly MenuEntry[] }

/**
 * Returns the groups as the menu shows them. Groups are folded only if the whole menu has more lines than fit.
 * Then the group of the open page is unfolded; if the page belongs to no group, the group with which the day begins. Groups that the user unfolded are unfolded
 * too; groups that the user folded stay folded.
 */
export function shownOf(menu: readonly MenuGroup[], open: Screen | undefined, { folded, unfolded }: Record<'folded' | 'unfolded', string[]>): ShownGroup[] {
  const isAlone = ({ name, screens: { length } }: MenuGroup) => name !== undefined && length === 1
  const groups = [...menu.filter((group) => !isAlone(group)), ...menu.filter(isAlone).map((group) => ({ ...group, name: undefined }))]
  const fits = linesOf(groups.map((group) => ({ ...group, shown: group.screens }))) <= LINES_MAX
  const named = groups.filter(({ name }) => name)
  const here = named.find(({ screens: entries }) => entries.some((entry) => isHere(entry, open))) ?? named[0]
  return groups.map((group) => {
    const { name, screens: entries } = group
    const isOpen = !name || unfolded.includes(name) || (!folded.includes(name) && (fits || group === here))
    return { ...group, isOpen, shown: isOpen ? entries : entries.filter((entry) => isHere(entry, open)) }
  })
}

export const linesOf = (groups: readonly Pick<ShownGroup, 'name' | 'shown'>[]) =>
  groups.reduce((sum, { name, shown }) => sum + (name ? 1 : 0) + shown.length, 0)
