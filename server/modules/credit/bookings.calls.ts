// What was booked, many bookings in one call, and those that wait for a second person.
import type { Handlers } from '../../kit/mount.ts'
import { historyOf, ownHistoryOf } from './history.ts'
import { transactionKeys, walletChangeMany } from './many.calls.ts'
import { creditRequests } from './requests.calls.ts'

type Bookings = Pick<
  Handlers,
  'creditLogs' | 'creditRequestDecide' | 'creditRequestsList' | 'creditRulesUpdate' | 'transactionKeys' | 'walletChangeMany' | 'walletHistory' | 'walletOwn'
>

export const bookings: Bookings = {
  ...creditRequests,
  transactionKeys,
  walletChangeMany,

  walletHistory: async (asked, { actor, db }) => db.list(actor, (q) => historyOf(q, actor, asked)),

  walletOwn: async (asked, { actor, db }) => db.list(actor, (q) => ownHistoryOf(q, actor, asked)),

  creditLogs: async (asked, { actor, db }) => {
    const changes = { ...asked, filters: { ...asked.filters, kind: 'credit_limit' as const } }
    const { content, filters } = await db.list(actor, (q) => historyOf(q, actor, changes))
    return { content, filters }
  },
}
