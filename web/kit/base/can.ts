// What the signed-in user may do: the contract's rule applied to the user info of the auth check. This only hides controls; the server decides.

import type { CallName } from '../../../contract/index.ts'
import { type Access, type Actor, accountRole, allows, flags, internalRole, roles } from '../../../contract/kit/access.ts'
import { alwaysChanges } from '../../../contract/kit/call.ts'
import type { UserInfo } from '../../../contract/people/account.ts'
import { isCall, rightsTo } from './contract.ts'

export const actorOf = (user: UserInfo): Actor => ({
  role: roles.find((role) => accountRole[role] === user.account_role) ?? 'seller',
  is_manager: user.internal_role === internalRole.manager,
  flags: flags.filter((flag) => user[flag] === 1),
  enable_web_view: user.enable_web_view === 1,
})

/** Whether the user's organisation has a wallet. The platform and its support have none. */
export const hasWallet = ({ account_role }: UserInfo): boolean => account_role === accountRole.reseller || account_role === accountRole.seller

/** `what`: the name of a call, or an access rule. A support view may make no call that changes or reveals something, except calls marked with `inView`. */
export function can(user: UserInfo, what: CallName | Access): boolean {
  if (typeof what !== 'string' || !isCall(what)) return allows(what as Access, actorOf(user))
  const right = rightsTo(what)
  const isKept = user.view !== null && (alwaysChanges(right) || Boolean(right.reveals)) && !right.inView
  return !isKept && allows(right.access, actorOf(user))
}
