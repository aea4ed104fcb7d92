// The definition of a screen: one line of data.
import type { ComponentType } from 'react'
import type { CallName } from '../../contract/index.ts'
import type { Access } from '../../contract/kit/access.ts'
import type { WaitingKind } from '../../contract/messages/waiting.ts'
import type { Area } from '../i18n/catalogue.ts'
import type { ScreenTitle } from '../kit/page/PageTitle.tsx'
import type { MenuIconName } from './menu-icons.tsx'

/** The seven groups of the menu; days.ts has their order. */
export const groups = ['sell', 'shop', 'catalogue', 'customers', 'billing', 'reports', 'service'] as const
export type Group = (typeof groups)[number]

export type Screen = {
  path: `/${string}`
  /** Addresses that the screen had earlier; they redirect to the present one and keep their query. */
  was?: readonly `/${string}`[]
  title: ScreenTitle
  /** The call that the screen shows; users who may make it may open the screen, unless `access` says otherwise. */
  call?: CallName
  /** The call takes no input and is made while the screen's code is still loaded. */
  callsAhead?: true
  access?: Access
  area: Area
  view: () => Promise<{ default: ComponentType }>
  /**
   * The screen's place in the menu, with this icon; without a group the entry is at the top. `head`: the name of the entry that the screen shares with
   * others; all of them are tabs of that entry, first the screen with that name. `waits`: the kind of waiting matters whose number the entry shows.
   */
  menu?: { icon: MenuIconName; group?: Group; head?: ScreenTitle; waits?: WaitingKind }
  /** The parent screen: marked in the menu and linked in the breadcrumb while this one is open. */
  parent?: `/${string}`
  /** The letter that opens the screen after G. */
  letter?: string
}
