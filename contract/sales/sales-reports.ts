// Reports of sales: one sale in full, figures of current periods (counters), grouped sums, two periods side by side, and the export of each report as a file.
import * as z from 'zod/mini'
import { agreement } from '../kit/agreement.ts'
import { call } from '../kit/call.ts'
import { inCents } from '../kit/cents.ts'
import { contact, day, field, instant, money, moneySum, numeral, paging, percent, share } from '../kit/field.ts'
import { productTypes } from '../kit/product-types.ts'
import { reportOf } from '../kit/rows.ts'
import { atLeast, atMost, holds } from '../kit/rules.ts'
import { invoiceKinds } from '../papers/invoices.ts'
import { paymentKinds } from '../till/selling.ts'
import { daysAsked, lineFilters, lineTotals, saleStatuses } from './sales.ts'

const readers = { roles: ['superadmin', 'reseller', 'seller'], flags: ['has_reports', 'has_transaction'] } as const

export const showingKinds = ['sold', 'repeated', 'settled', 'reprint', 'message', 'download'] as const

export const saleDetails = call({
  path: '/get_sales_record_details/',
  method: 'GET',
  summary: 'One sale: prices from the shop up to the caller and no further, its PINs by serial and last four, every showing, and what was given back',
  access: readers,
  input: z.object({ sale_id: field.id() }),
  output: z.object({
    sale_id: z.string(),
    created_at: instant,
    status: z.enum(saleStatuses),
    seller_id: z.string(),
    seller_name: z.string(),
    terminal_id: z.string(),
    username: z.string(),
    /** The name of the browser that made the sale. */
    device: z.string(),
    /** How the customer paid, if the till recorded it. */
    payment: z.nullable(z.enum(paymentKinds)),
    product_id: z.string(),
    product_name: z.string(),
    product_type: z.enum(productTypes),
    configuration_id: z.string(),
    value: money,
    quantity: z.int(),
    given_back: z.int(),
    sold_total: money,
    bought_total: z.nullable(money),
    margin_total: z.nullable(money),
    vat_treatment: z.string(),
    vat_rate: percent,
    vat_country: z.string(),
    /**
     * The cost for each organisation, from the shop up to the caller. Empty if discounts are hidden from the caller, and for callers that are not part of the
     * price chain.
     */
    hops: z.array(z.object({ organisation_id: z.string(), organisation_name: z.string(), bought_total: money })),
    /** The PINs of the sale, without their codes. Batch and supplier are shown only to the owner of the goods and to the platform. */
    pins: z.array(z.object({ serial: z.string(), last4: z.string(), batch_no: z.nullable(numeral), supplier_name: z.nullable(z.string()) })),
    /** Each time the PINs were shown in clear, beginning with the sale. */
    showings: z.array(z.object({ at: instant, kind: z.enum(showingKinds), copy: z.int(), who: contact, reason: z.string() })),
    refunds: z.array(z.object({ line_id: z.string(), at: instant, quantity: z.int(), sold_total: money, bought_total: z.nullable(money) })),
    /**
     * Claims about the sale's PINs, and documents that contain the sale and that the caller made or received. Each list is empty if the caller may not open its
     * rows.
     */
    claims: z.array(z.object({ reclaim_id: z.string(), number: numeral })),
    invoices: z.array(z.object({ invoice_id: z.string(), document_no: z.string(), kind: z.enum(invoiceKinds) })),
    /** Whether all sales of the day of this sale agree with the books. */
    agrees: agreement,
  }),
  errors: ['not_found'],
})

const Figures = z.object({ count: z.int(), ...lineTotals.shape })
/** The figures of a period until now, and of the previous period until the same minute. */
const Span = z.object({ now: Figures, before: Figures })

export const salesCounters = call({
  path: '/get_sales_report_counters/',
  summary: 'Today, this week and this month, each against the one before until the same minute; and by status for the days asked for',
  access: readers,
  input: z.object({ ...daysAsked, filters: field.filters(lineFilters) }),
  output: z.object({
    as_of: instant,
    today: Span,
    week: Span,
    month: Span,
    by_status: z.array(z.object({ status: z.enum([...saleStatuses, 'refunded']), count: z.int(), quantity: z.int(), sold_total: moneySum })),
    agrees: agreement,
  }),
})

/** Periods of whole days until yesterday, with their number of days; each is compared with the same number of days before. */
export const spans = { yesterday: 1, days_7: 7, days_30: 30 } as const

const Spanned = z.object({
  ...{ count: z.int(), quantity: z.int(), face_total: moneySum, sold_total: moneySum },
  ...{ bought_total: z.nullable(moneySum), margin_total: z.nullable(moneySum) },
})

export const salesSpans = call({
  path: '/sales_spans/',
  summary: 'Sales of yesterday, of 7 and of 30 days, each beside as many days before, and day by day; of all, or with one customer (a call of our own)',
  access: readers,
  input: z.object({ customer_id: z.optional(field.id()) }),
  output: z.object({
    spans: z.array(z.object({ name: z.enum(['yesterday', 'days_7', 'days_30']), date_from: day, date_to: day, now: Spanned, before: Spanned })),
    /** The days of the longest period, oldest first. */
    days: z.array(z.object({ day, face_total: moneySum, sold_total: moneySum, margin_total: z.nullable(moneySum) })),
    agrees: agreement,
  }),
})

/** The dimensions by which sums are grouped: one of these, or two combined. `customer`: the caller's direct customer, including everybody below it. */
export const groupNames = ['customer', 'day', 'seller', 'product', 'configuration', 'product_type', 'user', 'supplier', 'hour', 'weekday'] as const

const groups = z.array(z.enum(groupNames)).check(
  atMost(2, 'too_big'),
  atLeast(1),
  holds((names) => new Set(names).size === names.length, 'not_one_of'),
)

/** The most rows of a page: enough for one row per day of a year, as a chart needs. */
const ROWS_MAX = 400

const groupSorts = [
  ...(['day', '-day', 'quantity', '-quantity', 'total_sale_amount', '-total_sale_amount', '-face_total'] as const),
  ...(['margin_total', '-margin_total', 'difference', '-difference'] as const),
] as const

const sums = {
  count: z.int(),
  quantity: z.int(),
  /** The number of PINs that were refunded. */
  given_back: z.int(),
  face_total: moneySum,
  total_sale_amount: moneySum,
  total_buying_amount: z.nullable(moneySum),
  margin_total: z.nullable(moneySum),
  /**
   * The second period, and the difference of the two periods' sales, also as a share of the sales of both periods. All are null unless two periods are
   * compared; the share is also null if the sales of both periods add up to 0 and the difference is not 0.
   */
  total_sale_amount_2: z.nullable(moneySum),
  total_buying_amount_2: z.nullable(moneySum),
  difference: z.nullable(moneySum),
  difference_percentage: z.nullable(share),
  /**
   * The displayed cents of the amounts above, if they differ from plain rounding. With them, rows add up to their totals in cents, and differences are those
   * of the displayed figures.
   */
  cents: inCents,
}

/** A row of grouped sums; the fields by which rows are not grouped are null. */
export const GroupRow = z.object({
  row_id: z.string(),
  customer_id: z.nullable(z.string()),
  customer_name: z.nullable(z.string()),
  day: z.nullable(day),
  seller_id: z.nullable(z.string()),
  seller_name: z.nullable(z.string()),
  product_id: z.nullable(z.string()),
  product_name: z.nullable(z.string()),
  product_type: z.nullable(z.enum(productTypes)),
  configuration_id: z.nullable(z.string()),
  value: z.nullable(money),
  user_id: z.nullable(z.string()),
  username: z.nullable(z.string()),
  supplier_id: z.nullable(z.string()),
  supplier_name: z.nullable(z.string()),
  /** Berlin time: hour 0 to 23, weekday 1 (Monday) to 7. */
  hour: z.nullable(z.int()),
  weekday: z.nullable(z.int()),
  ...sums,
})

const grouped = {
  ...daysAsked,
  /** The second period, with which the first one is compared. */
  date_from_2: z.optional(field.day()),
  date_to_2: z.optional(field.day()),
  group_by: z._default(field.json(groups), ['customer']),
  filters: field.filters(lineFilters),
  cancelable: z.optional(field.bool()),
}

export const salesByGroup = call({
  path: '/get_sales_report_2_with_customer_id/',
  summary: 'Sales and what was given back, summed up by one or two things; with a second period, the two compared',
  access: readers,
  input: z.object({ ...paging(20, ROWS_MAX), ...grouped, sort: z._default(field.oneOf(groupSorts), '-total_sale_amount') }),
  output: reportOf(GroupRow, z.object(sums), { agrees: agreement }),
})

export const salesDownload = call({
  path: '/get_sales_report_download_url/',
  summary: 'Begins a file of the list of sales or of the sums; it is fetched at the page answered',
  access: readers,
  input: z.object({
    report: z._default(field.oneOf(['list', 'groups']), 'list'),
    ...grouped,
    format: z._default(field.oneOf(['csv', 'xlsx']), 'csv'),
    title: z.optional(field.text(80)),
  }),
  output: z.object({ download_id: z.string(), download_url: z.string() }),
  errors: ['too_many_requests'],
  changes: true,
})
