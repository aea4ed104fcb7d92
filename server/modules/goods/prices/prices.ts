// The functions that other modules use: applying an approved change of prices, and giving a customer a plan unless the plan sells below cost.

import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { refuseField } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { belowAfter } from './below-cost.ts'
import { productsOfPlans } from './effect.sql.ts'
import { applyDiscounts } from './live.calls.ts'
import type { LiveEntry } from './live.sql.ts'
import { applyAssigned, reachOfOwn } from './own-entries.calls.ts'
import type { EnteredBy } from './planned-prices.sql.ts'
import { applyPlan, type PlanInput, reachOfPlan } from './plans.calls.ts'
import { planLater } from './price-plan.ts'
import type { AssignedInput, Below } from './rules.ts'

export { tellingJobs } from './announcements.ts'
export { makeDuePrices, priceJobs } from './in-force.ts'
/** Changes customers' own prices, or stores the change as a request for a second person. */
export { changeOwnPrices } from './own-entries.calls.ts'
/** Adds a plan with its entries; removes plans that no customer has. */
export { makePlan, removePlans } from './plans.calls.ts'

type PriceContext = Pick<Context, 'now' | 'audit'> & { actor: SignedIn }

/**
 * What a change of prices that waits for approval stores: its input, the prices that would be below cost and, for a change on a later day, who entered it.
 */
export type PricesAsked = { own_prices?: AssignedInput; plan_prices?: PlanInput; live_discounts?: LiveEntry[]; below?: Below[]; by?: EnteredBy }

/** Applies an approved change, or stores it for its day, in the name of the user who requested it. */
export async function applyPrices(q: Query, ground: PriceContext, asked: PricesAsked): Promise<void> {
  const { own_prices, plan_prices, live_discounts, below = [], by } = asked
  if (by && own_prices) {
    const reaches = await reachOfOwn(q, by.actor, own_prices)
    return planLater(q, ground, { type: 'own_prices', input: own_prices, reaches, entered_by: by, below })
  }
  if (by && plan_prices) {
    const reaches = await reachOfPlan(q, by.actor, plan_prices)
    return planLater(q, ground, { type: 'plan_prices', input: plan_prices, reaches, entered_by: by, below })
  }
  if (own_prices) await applyAssigned(q, ground, own_prices)
  if (plan_prices) await applyPlan(q, ground, plan_prices)
  if (live_discounts) await applyDiscounts(q, ground, live_discounts)
}

/**
 * Sets a customer's plan together with other changes. A plan that would sell below cost is refused as an invalid field, because only the price pages can have
 * a second person approve it.
 */
export async function planNotBelowCost<T>(q: Query, tenant_id: number, customer_id: string, plan_id: string, apply: () => Promise<T>): Promise<T> {
  const product_ids = await productsOfPlans(q, tenant_id, [plan_id])
  const { done, below } = await belowAfter(q, tenant_id, { customer_ids: [customer_id], product_ids }, apply)
  if (below.length > 0) throw refuseField('plan_id', 'below_cost')
  return done
}
