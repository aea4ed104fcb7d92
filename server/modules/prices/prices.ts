// The module's front door: applying an approved change of prices, and giving a customer a plan unless that sells below cost.

import type { Context } from '../../http/mount.ts'
import type { SignedIn } from '../../kit/actor.ts'
import { refuseField } from '../../kit/errors.ts'
import type { Query } from '../../postgres/db.ts'
import { type AssignedInput, applyAssigned } from './assigned.calls.ts'
import { type Below, belowAfter } from './below-cost.ts'
import { productsOfPlans } from './effect.sql.ts'
import { applyPlan, type PlanInput } from './plans.calls.ts'

type Ground = Pick<Context, 'now' | 'audit'> & { actor: SignedIn }

/** The payload of a waiting change of prices: its input, and the prices that would be below cost. */
export type PricesAsked = { own_prices?: AssignedInput; plan_prices?: PlanInput; below?: Below[] }

/** Applies an approved change. */
export async function applyPrices(q: Query, ground: Ground, { own_prices, plan_prices }: PricesAsked): Promise<void> {
  if (own_prices) await applyAssigned(q, ground, own_prices)
  if (plan_prices) await applyPlan(q, ground, plan_prices)
}

/** Sets a customer's plan with other changes; refused at its field when it sells below cost: only the price pages ask for a second person. */
export async function planNotBelowCost<T>(q: Query, tenant_id: number, customer_id: string, plan_id: string, apply: () => Promise<T>): Promise<T> {
  const product_ids = await productsOfPlans(q, tenant_id, [plan_id])
  const { done, below } = await belowAfter(q, tenant_id, { customer_ids: [customer_id], product_ids }, apply)
  if (below.length > 0) throw refuseField('plan_id', 'below_cost')
  return done
}
