// Calling-card pools: cards without a value, on which denominations draw. Pools are filled in the same three steps as other stock.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field, instant, money, paging, percent } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atMost } from '../kit/rules.ts'
import { stockUpload, stockUploadCheck, stockUploadFinish } from './stock.ts'

const poolRule = { roles: ['superadmin'], flags: ['has_inventory'] } as const

export const Pool = z.object({
  pool_id: z.string(),
  pool_name: z.string(),
  product_id: z.string(),
  product_name: z.string(),
  unpublished: z.int(),
  available: z.int(),
  expired: z.int(),
  sold: z.int(),
  sold_14_days: z.int(),
  /** available ÷ mean daily sales of the last 14 days over all the pool's denominations; null if nothing was sold. */
  days_left: z.nullable(z.number()),
  is_active: z.boolean(),
  /** Denominations that draw on the pool. */
  configurations: z.array(z.object({ configuration_id: z.string(), value: money, sold_14_days: z.int() })),
  last_delivery_at: z.nullable(instant),
})

export const poolsList = call({
  path: '/view_update_pool/',
  summary: 'Pools with their stock; with `action` it renames, closes or opens one, or says which denominations draw from it',
  access: poolRule,
  input: z.object({
    ...paging(20),
    search_text: field.search(),
    pool_id: z.optional(field.id()),
    action: z.optional(field.oneOf(['update', 'close', 'open'])),
    pool_name: z.optional(field.text(80)),
    configuration_ids: z.optional(field.json(z.array(field.id()).check(atMost(50, 'too_big')))),
  }),
  output: listOf(Pool),
  errors: ['not_found', 'name_taken', 'configuration_used'],
  changes: { with: 'action' },
})

export const poolAdd = call({
  path: '/add_pool/',
  summary: 'A new pool of a calling card product',
  access: poolRule,
  input: z.object({
    product_id: field.id(),
    pool_name: field.text(80),
    configuration_ids: z._default(field.json(z.array(field.id()).check(atMost(50, 'too_big'))), []),
  }),
  output: z.object({ pool_id: z.string() }),
  errors: ['not_found', 'name_taken', 'configuration_used'],
  changes: true,
})

export const poolDiscountPrevious = call({
  path: '/get_previous_supplier_pool_discount/',
  summary: 'What this supplier’s last delivery to this pool cost',
  access: poolRule,
  input: z.object({ pool_id: field.id(), supplier_id: field.id() }),
  output: z.object({ buying_discount: z.nullable(percent), given_at: z.nullable(instant) }),
  errors: ['not_found'],
})

const { configuration_id: _, ...fileFields } = stockUpload.input.shape

export const poolUpload = call({
  ...stockUpload,
  path: '/pool_upload_file/',
  summary: 'Step one for a pool: takes a supplier’s .csv, streams it to disk encrypted, guesses its layout',
  input: z.object({ pool_id: field.id(), ...fileFields }),
})

export const poolUploadCheck = call({
  ...stockUploadCheck,
  path: '/pool_upload_file_step_two/',
  summary: 'Step two for a pool: which column is what, then every row checked',
})

export const poolUploadFinish = call({
  ...stockUploadFinish,
  path: '/pool_upload_file_step_three/',
  summary: 'Step three for a pool: supplier and buying discount, then the cards are added, all or none',
})
