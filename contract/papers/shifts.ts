// Shifts and their Z-reports: what one person sold at one device since the last Z, looked at (X) or closed (Z).
import * as z from 'zod/mini'
import { agreement } from '../kit/agreement.ts'
import { call } from '../kit/call.ts'
import { contact, field, instant, money, moneySum, numeral, paging } from '../kit/field.ts'
import { productTypes } from '../kit/product-types.ts'
import { reportOf } from '../kit/rows.ts'
import { paymentKinds } from '../till/selling.ts'

/** More cash than any drawer holds is a typing error. */
const COUNTED_MAX = 10_000_000_000

/** How a sale's PINs were shown again, after its own answer. */
export const showingKinds = ['reprint', 'repeated', 'settled', 'download'] as const

/** What may be open when a shift is closed. */
export const openKinds = ['sale', 'reclamation'] as const

/** What moved the shop's credit while a shift was running. `other_…`: at other tills of the shop. */
export const creditMovements = ['sales', 'refunds', 'other_sales', 'other_refunds', 'top_up', 'auto_credit', 'correction', 'fee'] as const

/** `face_total`: what the shop's customers paid. `bought_total`: what the shop paid; null where its prices are hidden. */
const sums = { sales: z.int(), quantity: z.int(), face_total: moneySum, bought_total: z.nullable(moneySum) }
const end = z.nullable(z.object({ sale_id: z.string(), created_at: instant }))
const goods = { product_name: z.string(), value: money }
const named = z.object({ sale_id: z.string(), ...goods, quantity: z.int(), created_at: instant })

/** All a Z says, as it was then: it is drawn from this alone, for ever. */
export const ZSnapshot = z.object({
  till_id: z.string(),
  user_id: z.string(),
  /** Prices and credit are not shown. */
  masked: z.boolean(),
  shop: z.object({ name: z.string(), address: contact, city: z.string(), reseller: z.string() }),
  username: contact,
  full_name: contact,
  /** The device, as the organisation or the browser names it; empty: none, as for a system with a key. */
  device: z.string(),
  /** Who closed it, where that was somebody else. */
  closed_by: contact,
  /** Null: nothing was sold or closed here before. */
  opened_at: z.nullable(instant),
  closed_at: instant,
  ...sums,
  first: end,
  last: end,
  types: z.array(z.object({ product_type: z.enum(productTypes), ...sums })),
  goods: z.array(z.object({ product_type: z.enum(productTypes), ...goods, ...sums })),
  /** How customers paid, as their till noted; null: not noted. None in a Z of before it was noted. */
  payments: z._default(z.array(z.object({ kind: z.nullable(z.enum(paymentKinds)), ...sums })), []),
  /** By the hour it began, so that the hour that comes twice in October is two. */
  hours: z.array(z.object({ at: instant, sales: z.int(), quantity: z.int(), face_total: moneySum })),
  /** What reclamations that were accepted gave back. */
  refunds: z.object({
    quantity: z.int(),
    face_total: moneySum,
    bought_total: z.nullable(moneySum),
    rows: z.array(z.object({ ...named.shape, face_total: moneySum, sold_at: instant })),
  }),
  showings: z.array(z.object({ kind: z.enum(showingKinds), sale_id: z.string(), ...goods, copy: z.int(), created_at: instant })),
  /** Sales that were still open when an earlier Z was made. */
  carried: z.array(named),
  /** What is not over: a purchase whose supplier has not said yet whether it delivered, named by its reference, or a claim on a sale. */
  open: z.array(z.object({ kind: z.enum(openKinds), ...named.shape })),
  /** Null where prices are hidden. before + movements = after; `from` and `to` are the ledger's numbers. */
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
  /** Cash as it was counted before the expected sum was shown: what was not noted as paid otherwise, less what was given back. */
  drawer: z.nullable(z.object({ counted: moneySum, expected: moneySum })),
})
export type ZSnapshot = z.output<typeof ZSnapshot>

/** A Z, or what it would be now: then it has neither number nor hash. */
export const ZReport = z.object({
  document_id: z.nullable(z.string()),
  number: z.nullable(numeral),
  /** Which circle of numbers: a restore begins a new one. */
  circle: numeral,
  hash: z.nullable(z.string()),
  ...ZSnapshot.shape,
})
export type ZReport = z.output<typeof ZReport>

/** Whoever sells, and whoever reads reports. Managers and those see all tills of the shop, others their own. */
const shop = { only: ['seller'], roles: ['seller'], flags: ['has_cash_card', 'has_gift_card', 'has_reports'] } as const

export const zReport = call({
  path: '/z_report/',
  summary: 'The running shift: without a transaction key a look at it (X), with one it is closed (Z), once per key',
  access: shop,
  input: z.object({
    transaction_key: z.optional(field.text(100)),
    /** Another till of the shop, for managers; left out: this one. */
    till_id: z.optional(field.id()),
    /** Cash in the drawer. Required where the shop counts it. */
    counted: z.optional(field.money(0, COUNTED_MAX)),
  }),
  /** Null: the drawer is to be counted before the sums are shown. */
  output: z.object({
    report: z.nullable(ZReport),
    /** Whether the lines of its days are what the ledger says; null where it was closed just now, or is not shown. */
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
    /** Null: nothing was closed here yet. */
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
        /** Not a system with a key: it holds no cash. */
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
  /** Counted less expected; null where nothing was counted. */
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
  /** It agrees where its sums are those of its lines, and no proof has found anything in it or its days. */
  output: z.object({ report: ZReport, agrees: agreement }),
  errors: ['not_found'],
})
