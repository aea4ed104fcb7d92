// Customers: what may be given to one, and the text it is found by. The module's front door.
import { flags as allFlags, type Flag } from '../../../contract/kit/access.ts'

/** For whoever changes a name, a user name, a mobile number or a city. */
export { refreshSearch } from './search.sql.ts'

/** A reseller has no till, and sells what it stocks through its shops: these two it can always give. */
const OF_A_TILL: readonly Flag[] = ['has_cash_card', 'has_gift_card']

/** Rights a parent can give: the platform all, a reseller those it has itself. */
export const giveable = (parent: { kind: string; flags: readonly string[] }): Flag[] =>
  allFlags.filter((flag) => parent.kind === 'platform' || parent.flags.includes(flag) || OF_A_TILL.includes(flag))
