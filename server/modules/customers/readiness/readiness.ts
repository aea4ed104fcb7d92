// Tells other modules whether a shop can sell a card, and if not, why. The reasons are read from the database; no sale is tried (server/money/2-sell.sql).
import type * as z from 'zod/mini'
import type { Hindrance, Readiness } from '../../../../contract/customers/readiness.ts'
import type { Query } from '../../../postgres/db.ts'
import { isShut } from '../../people/settings/settings.ts'
import { type Facts, factsOf, type Outcome } from './readiness.sql.ts'

/**
 * Outcomes in the order in which they are shown if no goods can be sold: the outcomes nearest to a sale come first, because they say what has to be changed for
 * a sale.
 */
const NEAREST = ['below_cost_limit', 'reseller_limit', 'credit_limit_reached', 'out_of_stock', 'customer_stopped'] as const satisfies readonly Outcome[]

/**
 * The first reason that prevents a sale; null if there is none. Reasons that a person has to remove come before those that end by themselves: for a
 * shop that is closed tonight and has no price the reason is the price.
 */
export function hindranceOf({ line_active, has_user, till_barred, outcomes, ...facts }: Facts, now: Date): Hindrance | null {
  if (!line_active) return 'customer_stopped'
  if (!has_user) return 'no_user'
  if (till_barred) return till_barred
  if (outcomes.includes('sold')) return isShut(facts.shop_timings, now) ? 'shop_closed' : null
  return NEAREST.find((outcome) => outcomes.includes(outcome)) ?? 'not_on_offer'
}

export type Ready = z.output<typeof Readiness>

/** Whether each shop can sell; organisations that are no shops are left out. */
export async function readinessOf(q: Query, tenant_id: number, shop_ids: readonly string[], now: Date): Promise<Map<string, Ready>> {
  const rows = shop_ids.length === 0 ? [] : await factsOf(q, tenant_id, shop_ids, now)
  return new Map(
    rows.map((facts) => {
      const { shop_id, on_offer, in_stock, sells_live } = facts
      return [shop_id, { hindrance: hindranceOf(facts, now), on_offer, in_stock, sells_live }]
    }),
  )
}
