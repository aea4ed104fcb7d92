// The mark "agrees with the books" beside the totals of a report.
import * as z from 'zod/mini'
import { money } from './field.ts'

export const agreement = z.object({
  /** Whether the period's totals, from the sale lines, are those of the ledger, and no proof has found anything in it. */
  agrees: z.boolean(),
  /** How far lines and ledger lie apart. */
  difference: money,
  /** The row that the nightly proof could not explain. */
  finding: z.nullable(z.string()),
})
