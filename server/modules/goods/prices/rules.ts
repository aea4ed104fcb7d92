// The meaning of a change of prices: the entries it leaves, and its effect on prices and margins. The ladder itself is in money/1-price.sql.

import type { priceEffect } from '../../../../contract/goods/explained-prices.ts'
import type { assignedChange, planUpdate } from '../../../../contract/goods/prices.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import { type Money, moneyText, type Percent, percentText } from '../../../../contract/kit/money.ts'

export type Target = { product_id: string; configuration_id: string | null }
export type Entry = Target & { discount: Percent | null }
export type Action = InputOf<typeof assignedChange>['action']
/** A change of own entries with all its customers in one list. */
export type AssignedInput = Omit<InputOf<typeof assignedChange>, 'customer_id' | 'customer_ids'> & { customer_ids: readonly string[] }
/** A change of prices, for now or for a later day. */
export type PlannedInput = InputOf<typeof planUpdate> | AssignedInput
export type Tell = { tell_till: boolean; tell_mail: boolean }
type PadList = InputOf<typeof assignedChange>['pad_list']

/** When a target is given twice, the last entry counts. */
export function entriesOf(given: PadList): Entry[] {
  const entries = given.map(({ product_id, configuration_id = null, discount = null }) => ({ product_id, configuration_id, discount }))
  return [...new Map(entries.map((entry) => [targetKey(entry), entry])).values()]
}

export const targetKey = ({ product_id, configuration_id }: Target) => `${product_id} ${configuration_id ?? ''}`

export type Own = { discount: Percent; is_enabled: boolean } | null

/** A customer's own entry after an action. Hiding keeps the discount in force, so that showing it again changes no price. */
export function entryAfter(action: Action, before: Own, discount: Percent | null, in_force: Percent | null): Own {
  if (action === 'delete' || ((action === 'add' || action === 'update') && discount === null)) return null
  if (action === 'disable') return { discount: before?.discount ?? in_force ?? 0, is_enabled: false }
  if (action === 'enable') return before && { ...before, is_enabled: true }
  return { discount: discount ?? 0, is_enabled: action === 'add' || (before?.is_enabled ?? true) }
}

export const sameEntry = (a: Own, b: Own) => a?.discount === b?.discount && a?.is_enabled === b?.is_enabled

type Named = { product_name: string; value: Money | null }

/** An entry's text in the audit log. */
export const entryText = ({ product_name, value }: Named, own: Own) =>
  `${product_name}${value === null ? '' : ` ${moneyText(value)}`}: ${own === null ? '–' : `${percentText(own.discount)} %${own.is_enabled ? '' : ' (–)'}`}`

export type Below = { product_name: string; value: Money; price: Money; cost: Money }

/**
 * The extent of a change, and its name on the waiting list. `wallet_id`: the one customer concerned; null: several customers or a plan. `setters`: all
 * organisations that sell at these prices.
 */
export type Reach = {
  customer_ids: readonly string[]
  product_ids: readonly string[]
  organisation_id: string
  setters: readonly string[]
  wallet_id: string | null
  name: string
}

/** One configuration with a customer's price. `weight`: for how many customers with the same prices this customer is calculated. */
export type Priced = {
  customer_id: string
  configuration_id: string
  product_name: string
  value: Money
  price: Money | null
  cost: Money | null
  weight: number
}
/** Sales of a customer or of shops below it; `cost`: what they cost the organisation that sets the price. */
export type Sold = { customer_id: string; configuration_id: string; quantity: number; cost: Money }

const BELOW_COST_SHOWN = 50
const keyOf = (row: Pick<Sold, 'customer_id' | 'configuration_id'>) => `${row.customer_id} ${row.configuration_id}`

type Effect = Omit<OutputOf<typeof priceEffect>, 'customers' | 'shops' | 'products'>

export function effectOf(before: readonly Priced[], after: readonly Priced[], sold: readonly Sold[]): Effect {
  const then = new Map(before.map((row) => [keyOf(row), row.price]))
  const effect: Effect = {
    margin_before: marginOf(before, sold),
    margin_after: marginOf(after, sold),
    below_cost: belowCost(after),
    lost: 0,
    gained: 0,
    repriced: 0,
    unchanged: 0,
  }
  for (const row of after) {
    const was = then.get(keyOf(row)) ?? null
    const what = was === row.price ? 'unchanged' : row.price === null ? 'lost' : was === null ? 'gained' : 'repriced'
    effect[what] += row.weight
  }
  return effect
}

/** Goods that are not on offer at these prices are left out: they would not have been sold. */
function marginOf(prices: readonly Priced[], sold: readonly Sold[]): Money {
  const price = new Map(prices.map((row) => [keyOf(row), row.price]))
  return sold.reduce((sum, row) => {
    const one = price.get(keyOf(row)) ?? null
    return one === null ? sum : sum + one * row.quantity - row.cost
  }, 0)
}

/** The configurations that would be below cost, each once at its lowest price; the greatest loss comes first. */
function belowCost(prices: readonly Priced[]): Effect['below_cost'] {
  const worst = new Map<string, Effect['below_cost'][number]>()
  for (const { configuration_id, product_name, value, price, cost } of prices) {
    if (price === null || cost === null || price >= cost) continue
    const known = worst.get(configuration_id)
    if (!known || price - cost < known.price - known.cost) worst.set(configuration_id, { product_name, value, price, cost })
  }
  return [...worst.values()].sort((a, b) => a.price - a.cost - (b.price - b.cost)).slice(0, BELOW_COST_SHOWN)
}
