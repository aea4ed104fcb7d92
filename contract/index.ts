// Every call of the product, collected from the modules below. The server mounts no other calls.
import * as balance from './customers/balance.ts'
import * as credit from './customers/credit.ts'
import * as creditReminders from './customers/credit-reminders.ts'
import * as creditRound from './customers/credit-round.ts'
import * as creditRules from './customers/credit-rules.ts'
import * as customerChanges from './customers/customer-changes.ts'
import * as customers from './customers/customers.ts'
import * as guidedStart from './customers/guided-start.ts'
import * as movingIn from './customers/moving-in.ts'
import * as payIn from './customers/pay-in.ts'
import * as readiness from './customers/readiness.ts'
import * as batches from './goods/batches.ts'
import * as comparedPlans from './goods/compared-plans.ts'
import * as explainedPrices from './goods/explained-prices.ts'
import * as giftCards from './goods/gift-cards.ts'
import * as liveCustomerPrices from './goods/live-customer-prices.ts'
import * as livePrices from './goods/live-prices.ts'
import * as plannedPrices from './goods/planned-prices.ts'
import * as pools from './goods/pools.ts'
import * as prices from './goods/prices.ts'
import * as products from './goods/products.ts'
import * as quarantine from './goods/quarantine.ts'
import * as stock from './goods/stock.ts'
import * as stockList from './goods/stock-list.ts'
import * as stockReports from './goods/stock-reports.ts'
import * as supplierContacts from './goods/supplier-contacts.ts'
import * as supplierFiles from './goods/supplier-files.ts'
import * as suppliers from './goods/suppliers.ts'
import { type Call, type Changes, isCall } from './kit/call.ts'
import * as cases from './live/cases.ts'
import * as connections from './live/connections.ts'
import * as liveProducts from './live/live-products.ts'
import * as statements from './live/statements.ts'
import * as messages from './messages/messages.ts'
import * as notices from './messages/notices.ts'
import * as openMatters from './messages/open-matters.ts'
import * as push from './messages/push.ts'
import * as waiting from './messages/waiting.ts'
import * as bankLines from './papers/bank-lines.ts'
import * as books from './papers/books.ts'
import * as collections from './papers/collections.ts'
import * as datev from './papers/datev.ts'
import * as exports from './papers/exports.ts'
import * as invoiceRuns from './papers/invoice-runs.ts'
import * as invoiceSettings from './papers/invoice-settings.ts'
import * as invoices from './papers/invoices.ts'
import * as ledgers from './papers/ledgers.ts'
import * as mandates from './papers/mandates.ts'
import * as monthPacks from './papers/month-packs.ts'
import * as reportSchedules from './papers/report-schedules.ts'
import * as shifts from './papers/shifts.ts'
import * as account from './people/account.ts'
import * as apiKeys from './people/api-keys.ts'
import * as audit from './people/audit.ts'
import * as auth from './people/auth.ts'
import * as devices from './people/devices.ts'
import * as loginRequests from './people/login-requests.ts'
import * as registrations from './people/registrations.ts'
import * as settings from './people/settings.ts'
import * as signInSteps from './people/sign-in-steps.ts'
import * as staff from './people/staff.ts'
import * as support from './people/support.ts'
import * as tenants from './people/tenants.ts'
import * as dashboard from './sales/dashboard.ts'
import * as liveOrders from './sales/live-orders.ts'
import * as platform from './sales/platform.ts'
import * as portalStatus from './sales/portal-status.ts'
import * as reclamationDesk from './sales/reclamation-desk.ts'
import * as reclamationFiles from './sales/reclamation-files.ts'
import * as reclamations from './sales/reclamations.ts'
import * as sales from './sales/sales.ts'
import * as salesReports from './sales/sales-reports.ts'
import { shellParts } from './sales/shell-parts.ts'
import * as statusNotices from './sales/status-notices.ts'
import * as webhooks from './sales/webhooks.ts'
import * as barcodes from './till/barcodes.ts'
import * as baskets from './till/baskets.ts'
import * as buses from './till/buses.ts'
import * as cashiers from './till/cashiers.ts'
import * as onDemand from './till/on-demand.ts'
import * as recharges from './till/recharges.ts'
import * as savedNumbers from './till/saved-numbers.ts'
import * as selling from './till/selling.ts'
import * as sendings from './till/sendings.ts'
import * as shopView from './till/shop-view.ts'
import * as supply from './till/supply.ts'
import * as topUps from './till/top-ups.ts'
import * as training from './till/training.ts'

const exported = {
  ...{
    ...account,
    ...apiKeys,
    ...audit,
    ...auth,
    ...balance,
    ...barcodes,
    ...baskets,
    ...batches,
    ...books,
    ...buses,
    ...cases,
    ...cashiers,
    ...comparedPlans,
    ...connections,
    ...credit,
    ...bankLines,
    ...creditReminders,
    ...payIn,
    ...creditRound,
    ...creditRules,
    ...customerChanges,
    ...customers,
    ...dashboard,
    ...platform,
    ...datev,
  },
  ...{
    ...devices,
    ...explainedPrices,
    ...exports,
    ...giftCards,
    ...guidedStart,
    ...movingIn,
    ...invoiceRuns,
    ...invoiceSettings,
    ...invoices,
    ...ledgers,
    ...liveCustomerPrices,
    ...liveOrders,
    ...livePrices,
    ...liveProducts,
    ...loginRequests,
    ...messages,
    ...monthPacks,
    ...notices,
  },
  ...{
    ...onDemand,
    ...openMatters,
    ...plannedPrices,
    ...pools,
    ...prices,
    ...products,
    ...push,
    ...quarantine,
    ...readiness,
    ...recharges,
    ...reclamationDesk,
    ...reclamationFiles,
    ...reclamations,
    ...registrations,
    ...sales,
    ...salesReports,
  },
  ...{
    ...savedNumbers,
    ...selling,
    ...sendings,
    ...settings,
    ...reportSchedules,
    ...shifts,
    ...shopView,
    ...supply,
    ...signInSteps,
    ...staff,
    ...statements,
    ...stock,
    ...stockList,
    ...stockReports,
    ...supplierFiles,
    ...suppliers,
    ...support,
    ...tenants,
    ...topUps,
    ...training,
    shellParts,
    ...waiting,
    ...webhooks,
  },
  ...supplierContacts,
  ...mandates,
  ...collections,
  ...statusNotices,
  ...portalStatus,
}
type Exported = typeof exported

export type CallName = { [N in keyof Exported]: Exported[N] extends Call ? N : never }[keyof Exported]
export type Calls = { readonly [N in CallName]: Exported[N] }
/** All calls, sorted by name, in whatever order the modules were loaded. */
export const calls = Object.fromEntries(
  Object.entries(exported)
    .filter(([, value]) => isCall(value))
    .sort(([one], [other]) => (one < other ? -1 : 1)),
) as Calls

/** Names of the calls with this kind of `changes`. */
export type Changing<What extends Changes = Changes> = {
  [N in CallName]: [NonNullable<Calls[N]['changes']>] extends [never] ? never : NonNullable<Calls[N]['changes']> extends What ? N : never
}[CallName]
/** The names that can be an action in the audit log: calls whose changes it records, and HELD_BACK, which is a call that only reads. */
export type AuditedCall = Changing<Exclude<Changes, 'booked' | 'unrecorded'>> | typeof audit.HELD_BACK
