// The mark "agrees with the books" beside the totals of a report.
import * as z from 'zod/mini'
import { money } from './field.ts'

export const agreement = z.object({
  /**
   * Whether a second, independent calculation has the same totals: sales are compared with the ledger, a ledger with its rows, stock with the PINs present
   * now. Null: there is too much to add up while the user waits.
   */
  agrees: z.nullable(z.boolean()),
  /** The difference of the two totals; null if they are not amounts of money. */
  difference: z.nullable(money),
  /** The row whose figures disagree, if it is known. */
  finding: z.nullable(z.string()),
})
