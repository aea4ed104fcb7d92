// Computes a shop's future prices: the planned changes are applied day by day to its present rungs (the entries that may decide a price). Nothing is written.
// The price ladder of a sale (server/money/1-price.sql) is the authority; a test compares the results.
import type { Percent } from '../../../../contract/kit/money.ts'
import type { Planned } from './planned-prices.sql.ts'
import { entriesOf, entryAfter, type Own, targetKey } from './rules.ts'

/**
 * The entries that may decide a shop's prices, by what they are about (targetKey): the entries of each plan, and the shop's own. `plan_id`: the shop's plan.
 */
export type Rungs = { plan_id: string | null; plans: Map<string, Map<string, Percent>>; own: Map<string, Own> }
export type Coming = Pick<Planned, 'kind' | 'input' | 'valid_from'>
type Goods = { product_id: string; configuration_id: string | null }

/** The discount of a denomination, or of a product as a whole; null if the goods are not on offer. */
export function discountOf({ plan_id, plans, own }: Rungs, { product_id, configuration_id }: Goods): Percent | null {
  const keys = [...(configuration_id === null ? [] : [targetKey({ product_id, configuration_id })]), targetKey({ product_id, configuration_id: null })]
  for (const key of keys) {
    const hit = own.get(key)
    if (hit) return hit.is_enabled ? hit.discount : null
  }
  const plan = plan_id ? plans.get(plan_id) : undefined
  for (const key of keys) {
    const hit = plan?.get(key)
    if (hit !== undefined) return hit
  }
  return null
}

/** The discount of the entry that decides the price. The entry counts even if it hides the goods, because hiding keeps the discount. */
function heldOf(rungs: Rungs, goods: Goods): Percent | null {
  const open = { ...rungs, own: new Map([...rungs.own].map(([key, own]) => [key, own && { ...own, is_enabled: true }])) }
  return discountOf(open, goods)
}

/** Applies one change to the rungs of a shop, if it concerns the shop. */
export function layOver(rungs: Rungs, shop_id: string, { kind, input }: Coming): void {
  if (kind === 'plan_prices' && 'entries' in input) {
    const plan = rungs.plans.get(input.discount_plan_id)
    for (const entry of entriesOf(input.entries ?? [])) {
      if (entry.discount === null) plan?.delete(targetKey(entry))
      else plan?.set(targetKey(entry), entry.discount)
    }
  }
  if (!('action' in input) || !input.customer_ids.includes(shop_id)) return
  if (input.action === 'plan') rungs.plan_id = input.discount_plan_id ?? null
  else if (input.action === 'plan_remove') rungs.plan_id = null
  else
    for (const entry of entriesOf(input.pad_list)) {
      const before = rungs.own.get(targetKey(entry)) ?? null
      rungs.own.set(targetKey(entry), entryAfter(input.action, before, entry.discount, heldOf(rungs, entry)))
    }
}
