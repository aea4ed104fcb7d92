// The few calls needed before anybody is inside; the whole contract stays out of the login page.
import { authCheck, login, organisationCheck } from '../../../contract/auth.ts'
import { createClient } from '../../../contract/kit/client.ts'
import { send } from '../../kit/session.ts'

export const door = createClient({ organisationCheck, login, authCheck }, send, () => ({}))

/** What the app needs after the door; asked for while the person types. */
export const loadHouse = () => import('../../house.tsx')

/** `to` leads to paths of this app only: never to another host, never back to the door. */
export function ownPath(to: string | null): string | undefined {
  if (!to?.startsWith('/') || /^\/[/\\]/.test(to) || /[\\\s]/.test(to)) return undefined
  const path = to.split(/[?#]/)[0] ?? ''
  return ['/', '/login', '/loading'].includes(path) ? undefined : to
}
