// Stock held back after a restore: the database does not know which of it was sold since the time of the backup, so nobody may buy it until a user releases
// it.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field, instant, money, numeral, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'

const access = { roles: ['superadmin'], flags: ['has_inventory'] } as const

export const heldList = call({
  path: '/held_stock/',
  summary: 'Batches held back after a restore of the database, and what is known of the restore (a call of our own)',
  access,
  input: z.object({ ...paging(50), search_text: field.search() }),
  output: listOf(
    z.object({
      batch_no: numeral,
      configuration_id: z.string(),
      product_name: z.string(),
      pool_name: z.nullable(z.string()),
      value: money,
      owner_name: z.string(),
      supplier_name: z.string(),
      lot: z.string(),
      /** The number of PINs that are unsold as far as the database knows. */
      held: z.int(),
      /** Whether the batch goes on sale when it is released. */
      was_published: z.boolean(),
      created_at: instant,
    }),
    {
      /** The number of held PINs of all batches, regardless of the search. */
      held: z.int(),
      /** The restore whose stock is still held; `point`: the last instant of which the database has data. */
      restore: z.nullable(z.object({ cause: z.enum(['restored', 'older', 'asked']), point: z.nullable(instant), held_at: instant })),
    },
  ),
})

export const heldRelease = call({
  path: '/release_stock/',
  summary: 'Puts held stock back as it was before the restore: one batch, or without its number all of one’s own (a call of our own)',
  access,
  input: z.object({ batch_no: z.optional(field.int(1, 2_000_000_000)), reason: field.text(200) }),
  output: z.object({ batches: z.int(), pins: z.int() }),
  errors: ['not_found', 'batch_state'],
  changes: true,
})
