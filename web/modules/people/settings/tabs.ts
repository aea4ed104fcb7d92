// The sections of the settings as data: their order, and who sees them.
import { type ComponentType, lazy } from 'react'
import type { UserInfo } from '../../../../contract/people/account.ts'
import type { Output } from '../../../kit/base/api.ts'
import { actorOf, can } from '../../../kit/base/can.ts'
import { loadArea, withArea } from '../../../kit/base/language.tsx'

export type TabProps = { all: Output<'settingsView'> }

const always = () => true

/** The sections, in the order of the screen. */
export const tabs = {
  profile: { view: lazy(() => import('./ProfileTab.tsx')), shows: always },
  password: { view: lazy(() => import('./PasswordTab.tsx')), shows: always },
  // This section asks for a one-time code in the words of the sign-in page, so that page's texts (the area `entry`) are loaded with it.
  code: { view: lazy(async () => (await Promise.all([import('./CodeTab.tsx'), loadArea('entry')]))[0]), shows: always },
  look: { view: lazy(() => withArea('pages', import('./LookTab.tsx'))), shows: always },
  printing: { view: lazy(() => withArea('printers', import('./PrintingTab.tsx'))), shows: always },
  keyboard: { view: lazy(() => import('./KeyboardTab.tsx')), shows: always },
  hours: { view: lazy(() => import('./HoursTab.tsx')), shows: (user) => can(user, 'timingsUpdate') },
  cashier: { view: lazy(() => withArea('cashiers', import('./CashierTab.tsx'))), shows: (user) => can(user, 'cashierCodeSet') },
  organisation: { view: lazy(() => import('./OrganisationTab.tsx')), shows: (user) => actorOf(user).is_manager },
  places: { view: lazy(() => import('./PlacesTab.tsx')), shows: always },
} as const satisfies Record<string, { view: ComponentType<TabProps>; shows: (user: UserInfo) => boolean }>

export type Tab = keyof typeof tabs

/** While the user has to choose a new password, only the section for it is shown. */
export const tabsFor = (user: UserInfo): Tab[] =>
  user.must_change_password === 1 ? ['password'] : (Object.keys(tabs) as Tab[]).filter((tab) => tabs[tab].shows(user))
