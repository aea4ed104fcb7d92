// The mark "agrees with the books" beside the totals of a report.
import * as z from 'zod/mini'
import { money } from './field.ts'

export const agreement = z.object({
  /** Whether a second way leads to the same totals: of sales the ledger, of a ledger its rows, of stock what lies there. Null: too much to add up meanwhile. */
  agrees: z.nullable(z.boolean()),
  /** How far both lie apart; null where it is no money. */
  difference: z.nullable(money),
  /** The row that does not fit, where it is known. */
  finding: z.nullable(z.string()),
})
