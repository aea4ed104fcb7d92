// The handler of every call. If a handler is missing or has the wrong type, this does not compile.
import type { Handlers } from './http/mount.ts'
import { autoCredit } from './modules/customers/credit/auto-credit.calls.ts'
import { bookings } from './modules/customers/credit/bookings.calls.ts'
import { credit } from './modules/customers/credit/credit.calls.ts'
import { payIn } from './modules/customers/credit/pay-in.calls.ts'
import { reminders as creditReminders } from './modules/customers/credit/reminders.calls.ts'
import { customerEditing } from './modules/customers/customers/customer-changes.calls.ts'
import { customerReading } from './modules/customers/customers/customer-lists.calls.ts'
import { customers } from './modules/customers/customers/customers.calls.ts'
import { terminals } from './modules/customers/customers/terminals.calls.ts'
import { guidedStart } from './modules/customers/guided-start/guided-start.calls.ts'
import { movingIn } from './modules/customers/moving-in/moving-in.calls.ts'
import { readiness } from './modules/customers/readiness/readiness.calls.ts'
import { batches } from './modules/goods/batches/batches.calls.ts'
import { giftCards } from './modules/goods/gift-cards/gift-cards.calls.ts'
import { pools } from './modules/goods/pools/pools.calls.ts'
import { prices } from './modules/goods/prices/prices.calls.ts'
import { productEditing } from './modules/goods/products/product-changes.calls.ts'
import { products } from './modules/goods/products/products.calls.ts'
import { quarantine } from './modules/goods/quarantine/quarantine.calls.ts'
import { stock } from './modules/goods/stock/stock.calls.ts'
import { stockReports } from './modules/goods/stock-reports/stock-reports.calls.ts'
import { supplierContacts } from './modules/goods/supplier-contacts/supplier-contacts.calls.ts'
import { supplierFiles } from './modules/goods/supplier-files/supplier-files.calls.ts'
import { supplierEditing } from './modules/goods/suppliers/supplier-changes.calls.ts'
import { suppliers } from './modules/goods/suppliers/suppliers.calls.ts'
import { cases } from './modules/live/cases/cases.calls.ts'
import { connections } from './modules/live/connections/connections.calls.ts'
import { liveProducts } from './modules/live/live-products/live-products.calls.ts'
import { statements } from './modules/live/statements/statements.calls.ts'
import { messages } from './modules/messages/messages/messages.calls.ts'
import { notices } from './modules/messages/notices/notices.calls.ts'
import { openMattersCalls } from './modules/messages/open-matters/open-matters.calls.ts'
import { push } from './modules/messages/push/push.calls.ts'
import { waitingCalls } from './modules/messages/waiting/waiting.calls.ts'
import { bankLines } from './modules/papers/bank-lines/bank-lines.calls.ts'
import { books } from './modules/papers/books/books.calls.ts'
import { collections } from './modules/papers/collections/collections.calls.ts'
import { debitReturns } from './modules/papers/collections/returns.calls.ts'
import { exports } from './modules/papers/exports/exports.calls.ts'
import { datev } from './modules/papers/invoices/datev.calls.ts'
import { invoices } from './modules/papers/invoices/invoices.calls.ts'
import { invoiceLogos } from './modules/papers/invoices/logo.ts'
import { invoiceMails } from './modules/papers/invoices/mail.ts'
import { reminders } from './modules/papers/invoices/reminders.ts'
import { invoiceSettingsCalls } from './modules/papers/invoices/settings.calls.ts'
import { ledgers } from './modules/papers/ledgers/ledgers.calls.ts'
import { mandates } from './modules/papers/mandates/mandates.calls.ts'
import { monthPacks } from './modules/papers/month-packs/month-packs.calls.ts'
import { reportScheduleCalls } from './modules/papers/report-schedules/report-schedules.calls.ts'
import { shifts } from './modules/papers/shifts/shifts.calls.ts'
import { apiKeys } from './modules/people/api-keys/api-keys.calls.ts'
import { audit } from './modules/people/audit/audit.calls.ts'
import { auth } from './modules/people/auth/auth.calls.ts'
import { tenants } from './modules/people/auth/tenants.calls.ts'
import { devices } from './modules/people/devices/devices.calls.ts'
import { registrations } from './modules/people/registrations/registrations.calls.ts'
import { settings } from './modules/people/settings/settings.calls.ts'
import { staff } from './modules/people/staff/staff.calls.ts'
import { support } from './modules/people/support/support.calls.ts'
import { liveOrders } from './modules/sales/live-orders/live-orders.calls.ts'
import { platform } from './modules/sales/platform/platform.calls.ts'
import { portalStatus } from './modules/sales/portal-status/portal-status.calls.ts'
import { reclamations } from './modules/sales/reclamations/reclamations.calls.ts'
import { supplierDesk } from './modules/sales/reclamations/supplier-desk.calls.ts'
import { sales } from './modules/sales/sales/sales.calls.ts'
import { shellParts } from './modules/sales/sales/shell-parts.calls.ts'
import { salesReports } from './modules/sales/sales-reports/sales-reports.calls.ts'
import { statusNotices } from './modules/sales/status-notices/status-notices.calls.ts'
import { webhooks } from './modules/sales/webhooks/webhooks.calls.ts'
import { barcodes } from './modules/till/barcodes/barcodes.calls.ts'
import { basketCalls } from './modules/till/baskets/baskets.calls.ts'
import { basketPractice } from './modules/till/baskets/practice.ts'
import { buses } from './modules/till/buses/buses.calls.ts'
import { cashierCalls } from './modules/till/cashiers/cashiers.calls.ts'
import { onDemand } from './modules/till/on-demand/on-demand.calls.ts'
import { onDemandPractice } from './modules/till/on-demand/practice.ts'
import { rechargePractice } from './modules/till/recharges/practice.ts'
import { recharges } from './modules/till/recharges/recharges.calls.ts'
import { savedNumbers } from './modules/till/saved-numbers/saved-numbers.calls.ts'
import { sellingPractice } from './modules/till/selling/practice.ts'
import { selling } from './modules/till/selling/selling.calls.ts'
import { shopView } from './modules/till/selling/shop-view.calls.ts'
import { sendings } from './modules/till/sendings/sendings.calls.ts'
import { supplyCalls } from './modules/till/supply/supply.calls.ts'
import { topUpPractice } from './modules/till/top-ups/practice.ts'
import { slipSending } from './modules/till/top-ups/slip-message.ts'
import { topUpCalls } from './modules/till/top-ups/top-ups.calls.ts'
import { trainingCalls } from './modules/till/training/training.calls.ts'

export const handlers: Handlers = {
  ...apiKeys,
  ...auth,
  ...credit,
  ...customers,
  ...products,
  ...sales,
  ...salesReports,
  ...webhooks,
  ...savedNumbers,
  ...selling,
  ...basketCalls,
  ...stock,
  ...suppliers,
  ...supplierFiles,
  ...audit,
  ...messages,
  ...monthPacks,
  ...notices,
  ...push,
  ...registrations,
  ...settings,
  ...shopView,
  ...staff,
  ...support,
  ...tenants,
  ...topUpCalls,
  ...sendings,
  ...supplyCalls,
  ...slipSending,
  ...trainingCalls,
  ...barcodes,
  ...batches,
  ...books,
  ...buses,
  ...cashierCalls,
  ...devices,
  ...exports,
  ...giftCards,
  ...guidedStart,
  ...pools,
  ...platform,
  ...prices,
  ...bookings,
  ...bankLines,
  ...creditReminders,
  ...payIn,
  ...autoCredit,
  ...customerEditing,
  ...customerReading,
  ...terminals,
  ...productEditing,
  ...supplierEditing,
  ...quarantine,
  ...movingIn,
  ...readiness,
  ...recharges,
  ...reclamations,
  ...supplierDesk,
  ...shifts,
  ...ledgers,
  ...liveProducts,
  ...onDemand,
  ...openMattersCalls,
  ...stockReports,
  ...invoices,
  ...invoiceSettingsCalls,
  ...invoiceLogos,
  ...invoiceMails,
  ...reminders,
  ...reportScheduleCalls,
  ...datev,
  ...cases,
  ...connections,
  ...liveOrders,
  ...statements,
  ...shellParts,
  ...waitingCalls,
  ...supplierContacts,
  ...mandates,
  ...collections,
  ...debitReturns,
  ...statusNotices,
  ...portalStatus,
}

/** The handlers that replace the usual ones in a practice session. Of all other calls a practice session may make only those that read. */
export const practice: Partial<Handlers> = {
  ...sellingPractice,
  ...basketPractice,
  ...topUpPractice,
  ...rechargePractice,
  ...onDemandPractice,
  trainingEnd: trainingCalls.trainingEnd,
  // Changing the cashier and locking the till work as usual in a practice session; the next cashier's session is not a practice session.
  cashierSwitch: cashierCalls.cashierSwitch,
  cashierLock: cashierCalls.cashierLock,
}
