// Returns a user's first page: the change of password if it is due, the till for sellers, the support views for support staff, and for all other users the
// first page of their menu.

import { accountRole } from '../../../contract/kit/access.ts'
import type { UserInfo } from '../../../contract/people/account.ts'
import { inMenu, menuOf } from '../../screens/menu.ts'

const starts: Record<number, string> = { [accountRole.seller]: '/cashcards/', [accountRole.web_support]: '/support' }

export function landingOf(user: UserInfo): string {
  if (user.must_change_password === 1) return '/settings?tab=password'
  const open = inMenu(menuOf(user))
  const wanted = open.find(({ path }) => path === starts[user.account_role]) ?? open[0]
  return wanted?.path ?? '/settings'
}
