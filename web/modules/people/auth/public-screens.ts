// Public routes with their titles and contents; /login and /loading are drawn by main.tsx itself.
import type { ComponentType } from 'react'
import type { Messages } from '../../../i18n/catalogue.ts'
import type { ScreenTitle } from '../../../kit/router/router.ts'
import { further } from './Later.tsx'
import { STATUS } from './status-path.ts'

type PublicScreen = { path: string; title: Extract<keyof Messages['auth']['pages'], ScreenTitle>; view: ComponentType }

export const publicScreens: readonly PublicScreen[] = [
  { path: '/version', title: 'version', view: further('Version') },
  { path: '/pages/comingsoon', title: 'comingsoon', view: further('ComingSoon') },
  { path: '/pages/error-404', title: 'not_found', view: further('NotFound') },
  { path: '/pages/error-500', title: 'error', view: further('ServerError') },
  { path: '/pages/not-authorized', title: 'not_authorized', view: further('NotAuthorized') },
  { path: '/pages/maintenance', title: 'maintenance', view: further('Maintenance') },
]

const REGISTRATION = new RegExp(`^${'/registration/set-password/{id}'.replace('{id}', '([\\w.-]{1,120})')}/?$`)

/** Returns the part of a path that identifies a registration: its id and its secret, as in the mailed link. Undefined for other paths. */
export const registrationOf = (path: string): string | undefined => REGISTRATION.exec(path)?.[1]

/** The path of the page in a shop's second window, which main.tsx draws. */
export const CUSTOMER_DISPLAY = '/customer-display'

export const isPublic = (path: string) =>
  publicScreens.some((screen) => screen.path === path) || path === CUSTOMER_DISPLAY || path === STATUS || registrationOf(path) !== undefined
