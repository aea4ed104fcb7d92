// What the answer to a sale contains for the next sale, if the request asks for it (decision 0104).
import * as z from 'zod/mini'
import { balance } from '../customers/balance.ts'
import { field } from '../kit/field.ts'

export const NextSale = z.object({
  /** The transaction key for the next sale. */
  transaction_key: z.string(),
  balance: balance.output,
  /**
   * The `left` of each offer that was sold, as the catalogue has it. A sold offer is missing here if anything else about it may have changed; the client then
   * reads the catalogue again.
   */
  offers: z.array(z.object({ configuration_id: z.string(), left: z.nullable(z.int()) })),
})
export type NextSale = z.output<typeof NextSale>

/** Whether the answer also has `next`. If `next` could not be read, the answer lacks it, because the sale is made all the same. */
export const with_next = z.optional(field.bool())
