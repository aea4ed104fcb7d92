// The order of the menu's groups: the day of each kind of person. The same order for everybody of a kind, so that a colleague can be told the way by telephone.
import { accountRole, type Flag } from '../../contract/kit/access.ts'
import type { UserInfo } from '../../contract/people/account.ts'
import { actorOf } from '../kit/base/can.ts'
import type { Group } from './screen.ts'

export const days = {
  // A counter sells all day, then looks at its own sales and closes the shift; papers come once a month.
  shop: ['sell', 'shop', 'reports', 'customers', 'catalogue', 'billing', 'service'],
  // A reseller is called by its shops, about credit above all; then it sees to stock and to what waits. Figures and papers end the day.
  reseller: ['customers', 'catalogue', 'service', 'reports', 'billing', 'sell', 'shop'],
  // An accountant makes papers from figures, and looks up a customer or a claim where the two disagree.
  accountant: ['billing', 'reports', 'customers', 'service', 'catalogue', 'sell', 'shop'],
  // The platform begins with what waits or is in doubt, at whichever reseller; then come the figures, and its suppliers and live products.
  platform: ['service', 'reports', 'catalogue', 'customers', 'billing', 'sell', 'shop'],
} as const satisfies Record<string, readonly Group[]>
export type Kind = keyof typeof days

/** Rights by which somebody does more at a reseller than its papers. */
const trade: readonly Flag[] = ['has_customers', 'has_credit', 'has_product', 'has_inventory']

function kindOf(user: UserInfo): Kind {
  if (user.account_role === accountRole.seller) return 'shop'
  if (user.account_role !== accountRole.reseller) return 'platform'
  const { is_manager, flags } = actorOf(user)
  return !is_manager && flags.includes('has_invoice') && !trade.some((flag) => flags.includes(flag)) ? 'accountant' : 'reseller'
}

export const dayOf = (user: UserInfo): readonly Group[] => days[kindOf(user)]
