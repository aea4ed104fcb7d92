// The queries of what the shell shows around every page; they share one request.
import type { UserInfo } from '../../contract/people/account.ts'
import { hasWallet } from '../kit/base/can.ts'
import { readParts, takePart } from '../kit/base/first-parts.ts'
import { inMenu, menuOf } from '../screens/menu.ts'

/** Starts the shell's queries. `path`: the address that is opened. The till starts the queries of its later parts itself (modules/till/selling/later.ts). */
export function readShellParts(user: UserInfo, path: string): void {
  const [isStart, isTill] = [path === '/dashboard', path.startsWith('/cashcards')]
  readParts({ ...(isStart && { with_start: '1' }), ...(isTill && { with_till: '1' }) })
  takePart('noticesList', { limit: 1 }, 'notices')
  if (hasWallet(user)) takePart('balance', {}, 'balance')
  if (!isTill && inMenu(menuOf(user)).some((screen) => screen.menu.waits)) takePart('waitingCounts', {}, 'waiting')
  if (isStart) takePart('guidedStart', {}, 'start')
}
