// Calls about batches and single PINs: they undo an import, list a batch's sold PINs, and tell where a PIN is and who has handled it.
import * as z from 'zod/mini'
import { agreement } from '../kit/agreement.ts'
import { call } from '../kit/call.ts'
import { contact, day, field, instant, money, numeral, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'

export const batchUndo = call({
  path: '/undo_import/',
  summary: 'Takes an import back as if it had never been: possible until its first sale (a call of our own)',
  access: { roles: ['superadmin'], flags: ['has_inventory'] },
  input: z.object({ batch_no: field.int(1, 2_000_000_000), reason: field.text(200) }),
  output: z.object({ pins: z.int() }),
  errors: ['not_found', 'batch_sold', 'batch_held', 'batch_state'],
  changes: true,
})

export const soldPins = call({
  path: '/get_sold_pins_by_batch/',
  summary: 'The sold PINs of a batch, newest sale first: serial and last four, when and to whom; never the code',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_inventory', 'has_reports'] },
  input: z.object({ ...paging(20), configuration_id: field.id(), batch_no: z.optional(field.int(1, 2_000_000_000)), search_text: field.search() }),
  output: listOf(
    z.object({
      batch_no: numeral,
      serial: z.string(),
      last4: z.string(),
      sold_at: instant,
      sale_id: z.string(),
      seller_name: z.string(),
      username: z.string(),
      price: money,
    }),
    {
      /** The goods whose sold PINs are listed; `lot` is set only if the request names a single batch. */
      product_name: z.string(),
      pool_name: z.nullable(z.string()),
      value: money,
      lot: z.nullable(z.string()),
      agrees: agreement,
    },
  ),
  errors: ['not_found'],
})

export const pinStates = ['unpublished', 'available', 'sold', 'reclaimed', 'blocked', 'expired'] as const

/** One event in the history of a PIN; the history begins with the oldest event. `who`: a name; `note`: a lot, a reason or a number of copies. */
export const TrailEvent = z.object({
  at: instant,
  event: z.enum([
    'imported',
    'published',
    'unpublished',
    'sold',
    'repeated',
    'settled',
    'reprinted',
    'downloaded',
    'blocked',
    'unblocked',
    'released',
    'undone',
    'looked_up',
    'reclaimed',
  ]),
  who: contact,
  note: z.string(),
})

export const inventorySearch = call({
  path: '/inventory_batch_and_pin_search/',
  summary: 'Finds a PIN by its whole code or serial, or a batch by number or lot: where it is, and its custody trail. Every look-up is written down',
  access: { roles: ['superadmin'], flags: ['has_inventory'] },
  input: z.object({ search_text: field.text(100), kind: z._default(field.oneOf(['any', 'pin', 'serial', 'batch']), 'any') }),
  output: z.object({
    pins: z.array(
      z.object({
        batch_no: numeral,
        /** The denomination or pool to whose stock the batch belongs. */
        configuration_id: z.string(),
        product_name: z.string(),
        value: money,
        serial: z.string(),
        last4: z.string(),
        state: z.enum(pinStates),
        expires_on: z.nullable(day),
        sale_id: z.nullable(z.string()),
        sold_to: z.string(),
        trail: z.array(TrailEvent),
      }),
    ),
    batches: z.array(
      z.object({
        batch_no: numeral,
        lot: z.string(),
        product_name: z.string(),
        configuration_id: z.string(),
        value: money,
        supplier_name: z.string(),
        quantity: z.int(),
        sold: z.int(),
        available: z.int(),
        unpublished: z.int(),
        expired: z.int(),
        created_at: instant,
        created_by: contact,
      }),
    ),
  }),
  errors: ['too_many_requests'],
  changes: true,
})
