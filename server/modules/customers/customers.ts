// The module's front door: the rights that can be given to a customer, and its search text.
import { flags as allFlags, type Flag } from '../../../contract/kit/access.ts'
import type { SignedIn } from '../../kit/actor.ts'

/** A reseller has no till but sells its stock through its shops, so it can always give these two. */
const OF_A_TILL: readonly Flag[] = ['has_cash_card', 'has_gift_card']

/** Rights that can be given to a customer of this parent: a manager of the platform gives all, a reseller's its own, staff those they hold. */
export const giveable = (parent: { kind: string; flags: readonly string[] }, { is_manager, flags: own }: Pick<SignedIn, 'is_manager' | 'flags'>): Flag[] =>
  allFlags.filter((flag) => (is_manager || own.includes(flag)) && (parent.kind === 'platform' || parent.flags.includes(flag) || OF_A_TILL.includes(flag)))
