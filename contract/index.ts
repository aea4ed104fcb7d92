// Every call the product has: those that these modules export. The server mounts no other.
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as balance from './balance.ts'
import * as batches from './batches.ts'
import * as books from './books.ts'
import * as credit from './credit.ts'
import * as creditRules from './credit-rules.ts'
import * as customerChanges from './customer-changes.ts'
import * as customers from './customers.ts'
import * as dashboard from './dashboard.ts'
import * as datev from './datev.ts'
import * as devices from './devices.ts'
import * as exports from './exports.ts'
import * as giftCards from './gift-cards.ts'
import * as invoiceRuns from './invoice-runs.ts'
import * as invoiceSettings from './invoice-settings.ts'
import * as invoices from './invoices.ts'
import { type Call, type Changes, isCall } from './kit/call.ts'
import * as ledgers from './ledgers.ts'
import * as livePrices from './live-prices.ts'
import * as loginRequests from './login-requests.ts'
import * as messages from './messages.ts'
import * as monthPacks from './month-packs.ts'
import * as notices from './notices.ts'
import * as openMatters from './open-matters.ts'
import * as pools from './pools.ts'
import * as prices from './prices.ts'
import * as products from './products.ts'
import * as quarantine from './quarantine.ts'
import * as reclamationDesk from './reclamation-desk.ts'
import * as reclamationFiles from './reclamation-files.ts'
import * as reclamations from './reclamations.ts'
import * as registrations from './registrations.ts'
import * as sales from './sales.ts'
import * as salesReports from './sales-reports.ts'
import * as selling from './selling.ts'
import * as settings from './settings.ts'
import * as shifts from './shifts.ts'
import * as staff from './staff.ts'
import * as stock from './stock.ts'
import * as stockList from './stock-list.ts'
import * as stockReports from './stock-reports.ts'
import * as suppliers from './suppliers.ts'
import * as support from './support.ts'

const exported = {
  ...{ ...audit, ...auth, ...balance, ...batches, ...books, ...credit, ...creditRules, ...customerChanges, ...customers, ...dashboard, ...datev },
  ...{
    ...devices,
    ...exports,
    ...giftCards,
    ...invoiceRuns,
    ...invoiceSettings,
    ...invoices,
    ...ledgers,
    ...livePrices,
    ...loginRequests,
    ...messages,
    ...monthPacks,
    ...notices,
  },
  ...{
    ...openMatters,
    ...pools,
    ...prices,
    ...products,
    ...quarantine,
    ...reclamationDesk,
    ...reclamationFiles,
    ...reclamations,
    ...registrations,
    ...sales,
    ...salesReports,
  },
  ...{ ...selling, ...settings, ...shifts, ...staff, ...stock, ...stockList, ...stockReports, ...suppliers, ...support },
}
type Exported = typeof exported

export type CallName = { [N in keyof Exported]: Exported[N] extends Call ? N : never }[keyof Exported]
export type Calls = { readonly [N in CallName]: Exported[N] }
/** By name, in whatever order the modules were loaded. */
export const calls = Object.fromEntries(
  Object.entries(exported)
    .filter(([, value]) => isCall(value))
    .sort(([one], [other]) => (one < other ? -1 : 1)),
) as Calls

/** Names of the calls with this kind of `changes`. */
export type Changing<What extends Changes = Changes> = {
  [N in CallName]: [NonNullable<Calls[N]['changes']>] extends [never] ? never : NonNullable<Calls[N]['changes']> extends What ? N : never
}[CallName]
/** Calls that can be an action in the audit log. */
export type AuditedCall = Changing<Exclude<Changes, 'booked' | 'unrecorded'>> | typeof audit.HELD_BACK
