// Shifts and their Z-reports: one user's sales at one device since the last Z-report. An X-report shows a shift, a Z-report closes it.
import * as z from 'zod/mini'
import { agreement } from '../kit/agreement.ts'
import { call } from '../kit/call.ts'
import { contact, field, instant, money, moneySum, numeral, paging } from '../kit/field.ts'
import { productTypes } from '../kit/product-types.ts'
import { reportOf } from '../kit/rows.ts'
import { paymentKinds } from '../till/selling.ts'

/** The most cash that can be entered: a million euro. More is a typing error. */
const COUNTED_MAX = 10_000_000_000

/** The ways in which a sale's PINs were shown again, after the answer to the sale itself. */
export const showingKinds = ['reprint', 'repeated', 'settled', 'download'] as const

/** The kinds of matters that may be unfinished when a shift is closed. */
export const openKinds = ['sale', 'reclamation'] as const

/** The kinds of movements of the shop's balance during a shift. `other_…`: movements at other tills of the shop. */
export const creditMovements = ['sales', 'refunds', 'other_sales', 'other_refunds', 'top_up', 'auto_credit', 'correction', 'fee'] as const

/** `face_total`: paid by the shop's customers. `bought_total`: paid by the shop; null if prices are hidden from the shop. */
const sums = { sales: z.int(), quantity: z.int(), face_total: moneySum, bought_total: z.nullable(moneySum) }
const end = z.nullable(z.object({ sale_id: z.string(), created_at: instant }))
const goods = { product_name: z.string(), value: money }
const named = z.object({ sale_id: z.string(), ...goods, quantity: z.int(), created_at: instant })

/** Everything on a Z-report, stored as it was when the shift was closed: the report is always drawn from this data alone. */
export const ZSnapshot = z.object({
  till_id: z.string(),
  user_id: z.string(),
  /** True if prices and credit are hidden from the shop's users; then the report shows neither. */
  masked: z.boolean(),
  shop: z.object({ name: z.string(), address: contact, city: z.string(), reseller: z.string() }),
  username: contact,
  full_name: contact,
  /** The device's name, as the organisation or the browser gives it; empty if there is no device, as for a system with an API key. */
  device: z.string(),
  /** The user who closed the shift, if it was not the cashier. */
  closed_by: contact,
  /** When the shift began; null if nothing was sold at this till and no shift was closed before. */
  opened_at: z.nullable(instant),
  closed_at: instant,
  ...sums,
  first: end,
  last: end,
  types: z.array(z.object({ product_type: z.enum(productTypes), ...sums })),
  goods: z.array(z.object({ product_type: z.enum(productTypes), ...goods, ...sums })),
  /** How customers paid, as recorded at the till; null: not recorded. Empty in Z-reports from before payments were recorded. */
  payments: z._default(z.array(z.object({ kind: z.nullable(z.enum(paymentKinds)), ...sums })), []),
  /** Sales by the start of the hour, so that the hour that occurs twice in October has two rows. */
  hours: z.array(z.object({ at: instant, sales: z.int(), quantity: z.int(), face_total: moneySum })),
  /** Refunds of accepted reclamations. */
  refunds: z.object({
    quantity: z.int(),
    face_total: moneySum,
    bought_total: z.nullable(moneySum),
    rows: z.array(z.object({ ...named.shape, face_total: moneySum, sold_at: instant })),
  }),
  showings: z.array(z.object({ kind: z.enum(showingKinds), sale_id: z.string(), ...goods, copy: z.int(), created_at: instant })),
  /** Sales that were begun before this shift, and whose goods were delivered during it. */
  carried: z.array(named),
  /** Unfinished matters: a purchase, with its reference, whose supplier has not reported yet whether it delivered; or an undecided claim about a sale. */
  open: z.array(z.object({ kind: z.enum(openKinds), ...named.shape })),
  /**
   * The shop's balance during the shift; null if prices are hidden. before + movements = after; `from` and `to`: how many transfers the shop's wallet had
   * before the shift, and at its end.
   */
  credit: z.nullable(
    z.object({
      from: numeral,
      before: moneySum,
      movements: z.array(z.object({ kind: z.enum(creditMovements), amount: moneySum })),
      to: numeral,
      after: moneySum,
      credit_limit: moneySum,
      held: moneySum,
    }),
  ),
  /**
   * The cash in the drawer, counted before the expected sum was shown. `expected`: sales for which no other payment than cash was recorded, minus refunds.
   */
  drawer: z.nullable(z.object({ counted: moneySum, expected: moneySum })),
})
export type ZSnapshot = z.output<typeof ZSnapshot>

/** A Z-report, or an X-report. An X-report has the present content of a shift that is still open, and has neither number nor hash. */
export const ZReport = z.object({
  document_id: z.nullable(z.string()),
  number: z.nullable(numeral),
  /** The series in which the report is numbered: after a restore of the database a new series begins. */
  circle: numeral,
  hash: z.nullable(z.string()),
  ...ZSnapshot.shape,
})
export type ZReport = z.output<typeof ZReport>

/** Access for users who sell, and users who read reports. Managers and readers of reports see all tills of the shop, others their own. */
const shop = { only: ['seller'], roles: ['seller'], flags: ['has_cash_card', 'has_gift_card', 'has_reports'] } as const

export const zReport = call({
  path: '/z_report/',
  summary: 'The running shift: without a transaction key a look at it (X), with one it is closed (Z), once per key',
  access: shop,
  input: z.object({
    transaction_key: z.optional(field.text(100)),
    /** Another till of the shop, for managers only; if left out, the caller's till. */
    till_id: z.optional(field.id()),
    /** The counted cash in the drawer; required if the shop has set that its drawer is counted. */
    counted: z.optional(field.money(0, COUNTED_MAX)),
  }),
  /** `report` is null if the cash in the drawer must be counted before the sums are shown. */
  output: z.object({
    report: z.nullable(ZReport),
    /** Whether the sale lines of the report's days equal the ledger; null for a report that this call has just closed, or if no report is shown. */
    agrees: z.nullable(agreement),
  }),
  errors: ['key_invalid', 'key_reused', 'not_found', 'busy'],
  changes: { with: 'transaction_key' },
})

export const shiftNow = call({
  path: '/view_shift/',
  summary: 'Since when the shift at this till is running, and the number of its last Z (a call of our own)',
  access: shop,
  input: z.object({}),
  output: z.object({
    /** When the shift began; null if no shift was closed at this till before. */
    opened_at: z.nullable(instant),
    number: z.nullable(numeral),
    counts_drawer: z.boolean(),
  }),
})

export const shiftsOpen = call({
  path: '/view_open_shifts/',
  summary: 'Tills of the shop with something no Z has counted yet (a call of our own)',
  access: { only: ['seller'], roles: ['seller'], managers: true },
  input: z.object({}),
  output: z.object({
    content: z.array(
      z.object({
        till_id: z.string(),
        username: contact,
        device: z.string(),
        is_this: z.boolean(),
        /** Whether the till has a cash drawer; false for a system with an API key. */
        has_drawer: z.boolean(),
        first_at: instant,
        sales: z.int(),
        face_total: moneySum,
      }),
    ),
  }),
})

export const shiftRulesUpdate = call({
  path: '/update_shift_rules/',
  summary: 'Whether cash is counted before a shift is closed, and sums hidden from staff until then (a call of our own)',
  access: { only: ['seller'], roles: ['seller'], managers: true },
  input: z.object({ counts_drawer: field.bool() }),
  output: z.object({}),
  changes: true,
})

export const ZRow = z.object({
  document_id: z.string(),
  number: numeral,
  circle: numeral,
  closed_at: instant,
  opened_at: z.nullable(instant),
  username: contact,
  device: z.string(),
  ...sums,
  refunds_total: moneySum,
  /** The counted cash minus the expected cash; null if the cash was not counted. */
  difference: z.nullable(moneySum),
})

export const zReportsList = call({
  path: '/view_z_reports/',
  summary: 'Z-reports of the shop, newest first, with totals of what is filtered (a call of our own)',
  access: shop,
  input: z.object({
    ...paging(20),
    filters: field.filters({
      date_from: z.optional(field.day()),
      date_to: z.optional(field.day()),
      number: z.optional(field.int(1, 1_000_000_000)),
      till_id: z.optional(field.id()),
    }),
    search_text: field.search(),
  }),
  output: reportOf(ZRow, z.object({ sales: z.int(), face_total: moneySum, refunds_total: moneySum }), { agrees: agreement }),
})

export const zReportDetails = call({
  path: '/z_report_details/',
  summary: 'One Z-report as it was made, to look at or print again (a call of our own)',
  access: shop,
  input: z.object({ document_id: field.id() }),
  /** `agrees`: whether the report's sums equal those of its lines, and no check of the books found an error in the report or its days. */
  output: z.object({ report: ZReport, agrees: agreement }),
  errors: ['not_found'],
})
