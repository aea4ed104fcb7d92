// The few calls that are needed before signing in; the rest of the contract is not loaded with the login page.
import type { ReactNode } from 'react'
import { createClient } from '../../../../contract/kit/client.ts'
import { login, type Organisation, organisationCheck } from '../../../../contract/people/auth.ts'
import { send } from '../../../kit/base/session.ts'

export const door = createClient({ organisationCheck, login }, send, () => ({}))

/** The organisation whose portal this is. `failure`: why it could not be found out: no organisation has this host, or the server did not answer. */
export type Check = { organisation: Organisation; failure?: 'no_shop' | 'no_answer' | undefined }

/** Loads the app behind the login while the user is typing; main.tsx provides this function. */
export type LoadHouse = () => Promise<{ openHouse: (target: string | undefined) => Promise<ReactNode> }>

/** A path of letters, digits, - and _ between single slashes. No browser can read such a path as another host, another scheme or a parent path. */
const PATH = /^(\/[A-Za-z0-9_-]+)+\/?$/
const doors = ['/login', '/loading']

/** Returns the path in `to` if it belongs to this app; undefined for another host and for the login. The router decides whether the screen exists. */
export function ownPath(to: string | null): string | undefined {
  const path = to?.split(/[?#]/)[0] ?? ''
  const isPath = PATH.test(path) && !doors.includes(path.replace(/\/$/, ''))
  return to && isPath && !/[\s\\]/.test(to) ? to : undefined
}
