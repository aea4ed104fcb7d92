// Two discount plans compared on the sales of a period.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field, money, moneySum } from '../kit/field.ts'

/** Two plans compared on the sales of a period: the margin that the plans' owner would have made if all its customers had had the first plan, or the second. */
const ComparedGoods = z.object({
  configuration_id: z.string(),
  product_name: z.string(),
  value: money,
  /** The quantity sold, less refunds. */
  quantity: z.int(),
  /** `margin`: with the first plan; `margin_2`: with the second. Null if that plan does not name these goods, so that they would not have been sold. */
  margin: z.nullable(moneySum),
  margin_2: z.nullable(moneySum),
})

export const plansCompare = call({
  path: '/compare_plans/',
  summary: 'Two plans of one owner by the margin that each would have made on the sales of a period (a call of our own)',
  access: { roles: ['superadmin'], flags: ['has_discount_slab'] },
  input: z.object({ discount_plan_id: field.id(), discount_plan_id_2: field.id(), date_from: field.day(), date_to: field.day() }),
  output: z.object({
    content: z.array(ComparedGoods),
    totals: z.object({ quantity: z.int(), margin: moneySum, margin_2: moneySum }),
    /** The margin that was actually made. */
    margin_made: moneySum,
  }),
  errors: ['not_found'],
})
