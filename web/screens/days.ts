// The order of the menu's groups, which follows the working day of each kind of person. It is the same for everybody of a kind, so that the way to a screen can
// be explained by telephone.
import { accountRole, type Flag } from '../../contract/kit/access.ts'
import type { UserInfo } from '../../contract/people/account.ts'
import { actorOf } from '../kit/base/can.ts'
import type { Group } from './screen.ts'

export const days = {
  // A shop sells all day, then looks at its sales and closes the shift. It needs documents once a month.
  shop: ['sell', 'shop', 'reports', 'customers', 'catalogue', 'billing', 'service'],
  // Shops phone their reseller, mostly about credit. Then the reseller looks after its stock and waiting matters. It needs figures and documents at the end of
  // the day.
  reseller: ['customers', 'catalogue', 'service', 'reports', 'billing', 'sell', 'shop'],
  // An accountant makes documents from figures, and looks up a customer or a claim if figures disagree.
  accountant: ['billing', 'reports', 'customers', 'service', 'catalogue', 'sell', 'shop'],
  // The platform begins with the waiting matters of all resellers. Then it looks at the figures, and at its suppliers and live products.
  platform: ['service', 'reports', 'catalogue', 'customers', 'billing', 'sell', 'shop'],
} as const satisfies Record<string, readonly Group[]>
export type Kind = keyof typeof days

/** Rights that an accountant does not have. A person at a reseller with one of these rights does more than documents, and so gets the reseller's order. */
const trade: readonly Flag[] = ['has_customers', 'has_credit', 'has_product', 'has_inventory']

function kindOf(user: UserInfo): Kind {
  if (user.account_role === accountRole.seller) return 'shop'
  if (user.account_role !== accountRole.reseller) return 'platform'
  const { is_manager, flags } = actorOf(user)
  return !is_manager && flags.includes('has_invoice') && !trade.some((flag) => flags.includes(flag)) ? 'accountant' : 'reseller'
}

export const dayOf = (user: UserInfo): readonly Group[] => days[kindOf(user)]
