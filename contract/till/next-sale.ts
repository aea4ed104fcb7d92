// What the answer to a sale brings for the next one, if the request asks for it (decision 0104).
import * as z from 'zod/mini'
import { balance } from '../customers/balance.ts'
import { field } from '../kit/field.ts'

export const NextSale = z.object({
  /** The transaction key for the next sale. */
  transaction_key: z.string(),
  balance: balance.output,
  /** `left` of the offers that were sold, as in the catalogue. An offer that may have changed in other ways is left out, and the catalogue is to be read again. */
  offers: z.array(z.object({ configuration_id: z.string(), left: z.nullable(z.int()) })),
})
export type NextSale = z.output<typeof NextSale>

/** Whether the answer also brings `next`. Even then it is left out if it could not be read: the sale counts without it. */
export const with_next = z.optional(field.bool())
