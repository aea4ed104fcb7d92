// The queries for the parts that the shell shows around every page. They share one request.
import type { UserInfo } from '../../contract/people/account.ts'
import { hasWallet } from '../kit/base/can.ts'
import { readParts, takePart } from '../kit/base/first-parts.ts'
import { inMenu, menuOf } from '../screens/menu.ts'

/** Starts the shell's queries. `path`: the address that is opened. The till starts the queries of its later parts itself (modules/till/selling/later.ts). */
export function readShellParts(user: UserInfo, path: string): void {
  const page = path === '/dashboard' ? 'start' : path.startsWith('/cashcards') ? 'till' : undefined
  readParts(page)
  takePart('noticesList', { limit: 1 }, 'notices')
  if (hasWallet(user)) takePart('balance', {}, 'balance')
  if (page !== 'till' && inMenu(menuOf(user)).some((screen) => screen.menu.waits)) takePart('waitingCounts', {}, 'waiting')
  if (page === 'start') takePart('guidedStart', {}, 'start')
}
