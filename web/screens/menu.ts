// One person's menu: the screens they may open, in the seven groups and their fixed order. A missing right removes an entry and moves none.
import type { UserInfo } from '../../contract/auth.ts'
import { can } from '../kit/base/can.ts'
import { type Group, groups, type Screen } from './screen.ts'
import { rightOf, screens } from './screens.ts'

export type MenuScreen = Screen & { menu: NonNullable<Screen['menu']> }
export type MenuGroup = { name: Group | undefined; screens: readonly MenuScreen[] }

export function menuOf(user: UserInfo): MenuGroup[] {
  const open = screens.filter((screen): screen is MenuScreen => screen.menu !== undefined && can(user, rightOf(screen)))
  return [undefined, ...groups]
    .map((name) => ({ name, screens: open.filter((screen) => screen.menu.group === name) }))
    .filter((group) => group.screens.length > 0)
}

const shapeOf = (path: string) => path.replace(/\/$/, '')

/** The screen of a matched route. */
export const screenOf = (fullPath: string): Screen | undefined => screens.find((screen) => shapeOf(screen.path) === shapeOf(fullPath))

/** Whether a menu entry is marked as current: it is the open screen, or the one that screen belongs to. */
export const isCurrent = (entry: Screen, open: Screen | undefined) =>
  open !== undefined && (open.path === entry.path || (open.parent === entry.path && !open.menu))
