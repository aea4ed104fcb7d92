// Every call's handler. One that is missing, or has the wrong shape, does not compile.
import type { Handlers } from './http/mount.ts'
import { audit } from './modules/audit/audit.calls.ts'
import { auth } from './modules/auth/auth.calls.ts'
import { batches } from './modules/batches/batches.calls.ts'
import { books } from './modules/books/books.calls.ts'
import { autoCredit } from './modules/credit/auto-credit.calls.ts'
import { bookings } from './modules/credit/bookings.calls.ts'
import { credit } from './modules/credit/credit.calls.ts'
import { customers } from './modules/customers/customers.calls.ts'
import { customerEditing } from './modules/customers/editing.calls.ts'
import { customerReading } from './modules/customers/reading.calls.ts'
import { terminals } from './modules/customers/terminals.calls.ts'
import { devices } from './modules/devices/devices.calls.ts'
import { exports } from './modules/exports/exports.calls.ts'
import { giftCards } from './modules/gift-cards/gift-cards.calls.ts'
import { datev } from './modules/invoices/datev.calls.ts'
import { invoices } from './modules/invoices/invoices.calls.ts'
import { invoiceLogos } from './modules/invoices/logo.ts'
import { invoiceMails } from './modules/invoices/mail.ts'
import { reminders } from './modules/invoices/reminders.ts'
import { invoiceSettingsCalls } from './modules/invoices/settings.calls.ts'
import { ledgers } from './modules/ledgers/ledgers.calls.ts'
import { messages } from './modules/messages/messages.calls.ts'
import { monthPacks } from './modules/month-packs/month-packs.calls.ts'
import { notices } from './modules/notices/notices.calls.ts'
import { openMattersCalls } from './modules/open-matters/open-matters.calls.ts'
import { pools } from './modules/pools/pools.calls.ts'
import { prices } from './modules/prices/prices.calls.ts'
import { productEditing } from './modules/products/editing.calls.ts'
import { products } from './modules/products/products.calls.ts'
import { quarantine } from './modules/quarantine/quarantine.calls.ts'
import { reclamations } from './modules/reclamations/reclamations.calls.ts'
import { supplierDesk } from './modules/reclamations/supplier-desk.calls.ts'
import { registrations } from './modules/registrations/registrations.calls.ts'
import { sales } from './modules/sales/sales.calls.ts'
import { salesReports } from './modules/sales-reports/sales-reports.calls.ts'
import { selling } from './modules/selling/selling.calls.ts'
import { settings } from './modules/settings/settings.calls.ts'
import { shifts } from './modules/shifts/shifts.calls.ts'
import { staff } from './modules/staff/staff.calls.ts'
import { stock } from './modules/stock/stock.calls.ts'
import { stockReports } from './modules/stock-reports/stock-reports.calls.ts'
import { supplierEditing } from './modules/suppliers/editing.calls.ts'
import { suppliers } from './modules/suppliers/suppliers.calls.ts'
import { support } from './modules/support/support.calls.ts'

export const handlers: Handlers = {
  ...auth,
  ...credit,
  ...customers,
  ...products,
  ...sales,
  ...salesReports,
  ...selling,
  ...stock,
  ...suppliers,
  ...audit,
  ...messages,
  ...monthPacks,
  ...notices,
  ...registrations,
  ...settings,
  ...staff,
  ...support,
  ...batches,
  ...books,
  ...devices,
  ...exports,
  ...giftCards,
  ...pools,
  ...prices,
  ...bookings,
  ...autoCredit,
  ...customerEditing,
  ...customerReading,
  ...terminals,
  ...productEditing,
  ...supplierEditing,
  ...quarantine,
  ...reclamations,
  ...supplierDesk,
  ...shifts,
  ...ledgers,
  ...openMattersCalls,
  ...stockReports,
  ...invoices,
  ...invoiceSettingsCalls,
  ...invoiceLogos,
  ...invoiceMails,
  ...reminders,
  ...datev,
}
