// The definition of a screen, which is one line of data.
import type { ComponentType } from 'react'
import type { CallName } from '../../contract/index.ts'
import type { Access } from '../../contract/kit/access.ts'
import type { WaitingKind } from '../../contract/messages/waiting.ts'
import type { Area } from '../i18n/catalogue.ts'
import type { ScreenTitle } from '../kit/router/router.ts'
import type { MenuIconName } from './menu-icons.tsx'

/** The seven groups of the menu; their order is in days.ts. */
export const groups = ['sell', 'shop', 'catalogue', 'customers', 'billing', 'reports', 'service'] as const
export type Group = (typeof groups)[number]

/** A view's module. `readAhead` requests what the screen at this path shows first if its address has no parameters; it is called before the view is drawn. */
type View = { default: ComponentType; readAhead?: (path: string) => void }

export type Screen = {
  path: `/${string}`
  /** Earlier addresses of the screen; they redirect to the present address and keep their query. */
  was?: readonly `/${string}`[]
  title: ScreenTitle
  /** The call that the screen shows. Users who may make this call may open the screen, unless `access` says otherwise. */
  call?: CallName
  /** Calls without input whose answers the screen shows first; they are made while the screen's code is still loading. */
  callsAhead?: readonly CallName[]
  access?: Access
  area: Area
  view: () => Promise<View>
  /**
   * The screen's place in the menu, with this icon; without a group the entry is at the top. `head`: the name of a menu entry that several screens share as
   * tabs; the screen of this name, if there is one, is the first tab. `waits`: the kind of waiting matters whose number the entry shows.
   */
  menu?: { icon: MenuIconName; group?: Group; head?: ScreenTitle; waits?: WaitingKind }
  /** The parent screen. While this screen is open, the parent is marked in the menu and linked in the breadcrumb. */
  parent?: `/${string}`
  /** The letter that opens the screen when typed after G. */
  letter?: string
}
