// Customers: what may be given to one, and the text it is found by. The module's front door.
import { flags as allFlags, type Flag } from '../../../contract/kit/access.ts'
import type { SignedIn } from '../../kit/actor.ts'

/** For whoever changes a name, a user name, a mobile number or a city. */
export { refreshSearch } from './search.sql.ts'

/** A reseller has no till, and sells what it stocks through its shops: these two it can always give. */
const OF_A_TILL: readonly Flag[] = ['has_cash_card', 'has_gift_card']

/** Rights somebody can give to a customer of this parent: the platform's manager all, a reseller's those it has itself, staff those they hold. */
export const giveable = (parent: { kind: string; flags: readonly string[] }, { is_manager, flags: own }: Pick<SignedIn, 'is_manager' | 'flags'>): Flag[] =>
  allFlags.filter((flag) => (is_manager || own.includes(flag)) && (parent.kind === 'platform' || parent.flags.includes(flag) || OF_A_TILL.includes(flag)))
