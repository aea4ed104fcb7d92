// Stock over time: the stock on any day and its changes, who did what with it, and what to order.
import * as z from 'zod/mini'
import { agreement } from '../kit/agreement.ts'
import { call } from '../kit/call.ts'
import { contact, field, instant, money, moneySum, numeral, paging } from '../kit/field.ts'
import { listOf, reportOf } from '../kit/rows.ts'

/** opening + received − sold − reclaimed − blocked − expired = closing, in PINs, at cost and at face value. */
const pins = {
  opening: z.int(),
  /** PINs that were imported, minus imports undone as a whole. */
  received: z.int(),
  /** PINs sold, without PINs that were refunded in the same period. */
  sold: z.int(),
  /** PINs that were sold earlier and refunded by an accepted reclamation in this period; they do not return to stock. */
  reclaimed: z.int(),
  /** PINs taken out of sale, minus PINs put back. */
  blocked: z.int(),
  /** PINs that were still unsold after their last day. */
  expired: z.int(),
  closing: z.int(),
}
/** A sum over PINs; null for a pool, because its cards have neither cost nor value until they are sold. */
const sum = z.nullable(moneySum)
const atCost = {
  opening_cost: sum,
  received_cost: sum,
  sold_cost: sum,
  reclaimed_cost: sum,
  blocked_cost: sum,
  expired_cost: sum,
  closing_cost: sum,
}
const atValue = {
  opening_value: sum,
  received_value: sum,
  sold_value: sum,
  reclaimed_value: sum,
  blocked_value: sum,
  expired_value: sum,
  closing_value: sum,
}

export const stockGroups = ['denomination', 'batch', 'supplier'] as const

const stockReader = { only: ['superadmin', 'reseller'], roles: ['superadmin', 'reseller'], flags: ['has_inventory', 'has_reports'] } as const

export const stockReport = call({
  path: '/get_stock_report/',
  summary: 'Stock of a day or period: opening, in, sold, reclaimed, blocked, expired, closing, in PINs, at cost and at face value',
  access: stockReader,
  input: z.object({
    ...paging(20),
    by: z._default(field.oneOf(stockGroups), 'denomination'),
    /** Berlin days, both included; without them the report is about today. */
    date_from: z.optional(field.day()),
    date_to: z.optional(field.day()),
    filters: field.filters({
      product_id: z.optional(field.id()),
      configuration_id: z.optional(field.id()),
      supplier_id: z.optional(field.id()),
    }),
    search_text: field.search(),
  }),
  output: reportOf(
    z.object({
      row_id: z.string(),
      /** Null if rows are grouped by supplier. */
      configuration_id: z.nullable(z.string()),
      product_name: z.string(),
      pool_name: z.nullable(z.string()),
      value: z.nullable(money),
      batch_no: z.nullable(numeral),
      lot: z.string(),
      supplier_name: z.string(),
      ...pins,
      ...atCost,
      ...atValue,
    }),
    z.object({ ...pins, ...atCost, ...atValue }),
    /** Whether the recorded movements of PINs add up to exactly the present stock, batch by batch. */
    { agrees: agreement },
  ),
})

export const stockEvents = ['uploaded', 'imported', 'cancelled', 'refused', 'undone', 'published', 'unpublished', 'blocked', 'unblocked', 'released'] as const

export const stockHistory = call({
  path: '/get_inventory_history_report/',
  summary: 'What was done with stock, newest first: files with their rows and rejects, imports taken back, putting on sale and off, blocking',
  access: stockReader,
  input: z.object({
    ...paging(20),
    date_from: z.optional(field.day()),
    date_to: z.optional(field.day()),
    filters: field.filters({ event: z.optional(z.enum(stockEvents)), configuration_id: z.optional(field.id()) }),
    search_text: field.search(),
  }),
  output: listOf(
    z.object({
      entry_id: z.string(),
      at: instant,
      event: z.enum(stockEvents),
      who: contact,
      configuration_id: z.string(),
      product_name: z.string(),
      pool_name: z.nullable(z.string()),
      value: money,
      batch_no: z.nullable(numeral),
      lot: z.string(),
      filename: z.string(),
      /** The PIN's serial, for an event of a single PIN. */
      serial: z.string(),
      /** How many rows the file has, and how many of them were rejected. */
      rows: z.nullable(z.int()),
      rejects: z.nullable(z.int()),
      note: z.string(),
    }),
  ),
})

const buyer = { only: ['superadmin', 'reseller'], roles: ['superadmin'], flags: ['has_inventory'] } as const
/** The number of days that the stock is to last. */
const lasting = z._default(field.int(1, 90), 14)

const ReorderRow = z.object({
  configuration_id: z.string(),
  product_name: z.string(),
  pool_name: z.nullable(z.string()),
  value: money,
  /** The supplier of the last delivery. */
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_email: contact,
  unsold: z.int(),
  sold_14_days: z.int(),
  days_left: z.number(),
  /** The number of PINs to order, and their cost at the last discount. The cost is null for a pool, because its cards have no price until they are sold. */
  quantity: z.int(),
  cost: sum,
})

export const reorderList = call({
  path: '/get_reorder_list/',
  summary: 'What to order of whom, so that stock lasts as many days at the pace of the last fortnight, soonest sold out first (a call of our own)',
  access: buyer,
  input: z.object({ ...paging(20), lasting_days: lasting, filters: field.filters({ supplier_id: z.optional(field.id()) }), search_text: field.search() }),
  output: reportOf(ReorderRow, z.object({ quantity: z.int(), cost: moneySum })),
})

export const reorderSend = call({
  path: '/send_reorder_list/',
  summary: 'Mails a supplier what to order of it, to its own address or another one (a call of our own)',
  access: buyer,
  input: z.object({ supplier_id: field.id(), lasting_days: lasting, email: z.optional(field.email()) }),
  output: z.object({ email: contact, lines: z.int() }),
  errors: ['not_found'],
  changes: true,
})
