// Past sales: the list, for everybody who may see them.
import * as z from 'zod/mini'
import { acrossFilter, tenantOfRow } from '../kit/across-tenants.ts'
import { agreement } from '../kit/agreement.ts'
import { call } from '../kit/call.ts'
import { field, instant, money, moneySum, paging } from '../kit/field.ts'
import { productTypes } from '../kit/product-types.ts'
import { reportOf } from '../kit/rows.ts'

export const lineKinds = ['sale', 'refund'] as const
export const saleStatuses = ['successful', 'failed', 'pending'] as const

/** A line: a sale, or a refund with negative figures on the day of the refund. */
export const SaleRow = z.object({
  line_id: z.string(),
  kind: z.enum(lineKinds),
  sale_id: z.string(),
  created_at: instant,
  seller_name: z.string(),
  username: z.string(),
  product_name: z.string(),
  product_type: z.enum(productTypes),
  value: money,
  quantity: z.int(),
  /** The price paid by the caller's direct customer; for a shop the retail price. 0 for organisations above the owner of the goods. */
  sold_total: money,
  /** The cost for the caller, and the margin. Null if discounts are hidden from the caller. */
  bought_total: z.nullable(money),
  margin_total: z.nullable(money),
  status: z.enum(saleStatuses),
  /** The number of PINs of the sale that were refunded so far. */
  given_back: z.int(),
  /** The serial and the last four digits of the first PIN, but never the PIN. */
  serial: z.string(),
  pin_last4: z.string(),
  copies: z.int(),
  may_reprint: z.boolean(),
  /** The id of the file of a bulk sale that was not fetched yet; shown only to the person who sold it, otherwise null. */
  download_id: z.nullable(z.string()),
})

/** The filters of sales, in the list and in every report. */
export const lineFilters = {
  /** Lists the sales of a customer and of everybody below it. */
  customer_id: z.optional(field.id()),
  /** Lists the sales of one shop alone. */
  seller_id: z.optional(field.id()),
  user_id: z.optional(field.id()),
  product_id: z.optional(field.id()),
  configuration_id: z.optional(field.id()),
  product_type: z.optional(z.enum(productTypes)),
  /** The supplier and the batch of the goods. They find only sales of the caller's own goods; for the platform, of all goods. */
  supplier_id: z.optional(field.id()),
  batch_no: z.optional(field.int(1, 2_000_000_000)),
  kind: z.optional(z.enum(lineKinds)),
  status: z.optional(z.enum(saleStatuses)),
  /** Whether something of the sale can still be refunded. */
  cancelable: z.optional(field.bool()),
  /** The device that the shop sold on, and the terminal id of the shop. */
  device_id: z.optional(field.id()),
  terminal_id: z.optional(field.text(40)),
}

/** Berlin days, both included. */
export const daysAsked = { date_from: z.optional(field.day()), date_to: z.optional(field.day()) }

export const lineTotals = z.object({
  quantity: z.int(),
  sold_total: moneySum,
  bought_total: z.nullable(moneySum),
  margin_total: z.nullable(moneySum),
})

const sorts = [
  ...(['created_at', '-created_at', 'quantity', '-quantity', 'value', '-value'] as const),
  ...(['sold_total', '-sold_total', 'margin_total', '-margin_total'] as const),
] as const

export const salesList = call({
  path: '/get_sales_report_list/',
  summary: 'Sales the caller may see and what was given back of them, newest first',
  access: { roles: ['superadmin', 'reseller', 'seller'], flags: ['has_reports', 'has_transaction'] },
  input: z.object({
    ...paging(20),
    ...daysAsked,
    filters: field.filters({ ...lineFilters, ...acrossFilter }),
    search_text: field.search(),
    sort: z._default(field.oneOf(sorts), '-created_at'),
    /**
     * The id of the last line already shown. The page begins after this line, which is quick however deep the page is. Allowed only if lines are sorted
     * newest first.
     */
    after: z.optional(field.id()),
  }),
  output: reportOf(z.extend(SaleRow, tenantOfRow), lineTotals, { agrees: agreement }),
  errors: ['not_found'],
  acrossTenants: '-created_at',
  machine: 'sales',
})

export const ownSalesList = call({
  path: '/view_own_sales/',
  summary: 'What the caller alone sold in the shop and what was given back of it, newest first: for cashiers, who see no other sales (a call of our own)',
  access: { only: ['seller'], roles: ['seller'] },
  input: z.object({
    ...paging(20),
    ...daysAsked,
    filters: field.filters({ kind: lineFilters.kind, product_type: lineFilters.product_type, status: lineFilters.status }),
    search_text: field.search(),
    sort: z._default(field.oneOf(sorts), '-created_at'),
  }),
  output: reportOf(SaleRow, lineTotals, { agrees: agreement }),
})
