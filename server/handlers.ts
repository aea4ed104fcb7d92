// Every call's handler. One that is missing, or has the wrong shape, does not compile.
import type { Handlers } from './kit/mount.ts'
import { auth } from './modules/auth/auth.calls.ts'
import { credit } from './modules/credit/credit.calls.ts'
import { customers } from './modules/customers/customers.calls.ts'
import { products } from './modules/products/products.calls.ts'
import { sales } from './modules/sales/sales.calls.ts'
import { selling } from './modules/selling/selling.calls.ts'
import { stock } from './modules/stock/stock.calls.ts'
import { suppliers } from './modules/suppliers/suppliers.calls.ts'

export const handlers: Handlers = { ...auth, ...credit, ...customers, ...products, ...sales, ...selling, ...stock, ...suppliers }
