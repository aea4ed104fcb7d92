// The present stock by denomination, and the batches of one denomination.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, day, field, instant, money, numeral, paging, percent } from '../kit/field.ts'
import { stockTypes } from '../kit/product-types.ts'
import { listOf } from '../kit/rows.ts'

const StockRow = z.object({
  configuration_id: z.string(),
  product_id: z.string(),
  product_name: z.string(),
  product_type: z.enum(stockTypes),
  value: money,
  /** The name of a pool; null for a denomination. Pools have no value, and are listed only if requested by id. */
  pool_name: z.nullable(z.string()),
  /** The pool on which the denomination draws; null if it has its own stock. */
  pool_id: z.nullable(z.string()),
  /** The number of PINs on sale. */
  unsold: z.int(),
  unpublished: z.int(),
  /** The number of unsold PINs whose last day of sale is over. */
  expired: z.int(),
  sold: z.int(),
  sold_14_days: z.int(),
  /** unsold ÷ mean daily sales of the last 14 days; null if nothing was sold. */
  days_left: z.nullable(z.number()),
  last_batch_at: z.nullable(instant),
})

const Batch = z.object({
  batch_no: numeral,
  lot: z.string(),
  filename: z.string(),
  supplier_name: z.string(),
  buying_discount: percent,
  quantity: z.int(),
  sold: z.int(),
  unsold: z.int(),
  unpublished: z.int(),
  expired: z.int(),
  is_published: z.boolean(),
  expires_on: z.nullable(day),
  created_at: instant,
  created_by: contact,
})

export const stockList = call({
  path: '/inventory_list/',
  summary: 'Stock by configuration, or the batches of one; with action, publishes or unpublishes first: a batch, or without its number all of them',
  access: { roles: ['superadmin'], flags: ['has_inventory'] },
  input: z.object({
    /** Without an id the answer has one row per configuration; with an id it has the row of that configuration and its batches, newest first. */
    configuration_id: z.optional(field.id()),
    action: z.optional(field.oneOf(['publish', 'unpublish'])),
    batch_no: z.optional(field.int(1, 2_000_000_000)),
    ...paging(20),
    search_text: field.search(),
    filters: field.filters({
      product_id: z.optional(field.id()),
      /** Lists only goods of which this supplier delivered a batch that was not undone. */
      supplier_id: z.optional(field.id()),
      low: z.optional(field.bool()),
      empty: z.optional(field.bool()),
    }),
    sort: z._default(field.oneOf(['product_name', '-product_name', 'unsold', '-unsold', 'days_left', '-days_left']), 'product_name'),
  }),
  /** Rows of stock; if the request names a configuration, only the row and the batches of that configuration. */
  /** `set_batches`: the batches that `action` put on sale or took off. */
  output: listOf(StockRow, { batches: z.array(Batch), set_batches: z.array(z.int()) }),
  errors: ['not_found', 'batch_state', 'batch_held'],
  changes: { with: 'action' },
})
