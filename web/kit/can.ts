// What the signed-in user may do: the contract's rule on the user info of the auth check. Hiding is a courtesy; the server decides.
import type { UserInfo } from '../../contract/auth.ts'
import { type Access, type Actor, accountRole, allows, flags, roles } from '../../contract/kit/access.ts'

export const actorOf = (user: UserInfo): Actor => ({
  role: roles.find((role) => accountRole[role] === user.account_role) ?? 'seller',
  is_manager: user.internal_role === 0,
  flags: flags.filter((flag) => user[flag] === 1),
  enable_web_view: user.enable_web_view === 1,
})

export const can = (user: UserInfo, access: Access) => allows(access, actorOf(user))
