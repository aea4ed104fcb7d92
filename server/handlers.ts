// Every call's handler. One that is missing, or has the wrong shape, does not compile.
import type { Handlers } from './kit/mount.ts'
import { audit } from './modules/audit/audit.calls.ts'
import { auth } from './modules/auth/auth.calls.ts'
import { credit } from './modules/credit/credit.calls.ts'
import { customers } from './modules/customers/customers.calls.ts'
import { messages } from './modules/messages/messages.calls.ts'
import { notices } from './modules/notices/notices.calls.ts'
import { products } from './modules/products/products.calls.ts'
import { registrations } from './modules/registrations/registrations.calls.ts'
import { sales } from './modules/sales/sales.calls.ts'
import { selling } from './modules/selling/selling.calls.ts'
import { settings } from './modules/settings/settings.calls.ts'
import { staff } from './modules/staff/staff.calls.ts'
import { stock } from './modules/stock/stock.calls.ts'
import { suppliers } from './modules/suppliers/suppliers.calls.ts'
import { support } from './modules/support/support.calls.ts'

export const handlers: Handlers = {
  ...auth,
  ...credit,
  ...customers,
  ...products,
  ...sales,
  ...selling,
  ...stock,
  ...suppliers,
  ...audit,
  ...messages,
  ...notices,
  ...registrations,
  ...settings,
  ...staff,
  ...support,
}
