// What a change of prices means: which entries result from it, and its effect on prices and margins. The price ladder itself is in server/money/1-price.sql.

import type { priceEffect } from '../../../../contract/goods/explained-prices.ts'
import type { assignedChange, planUpdate } from '../../../../contract/goods/prices.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import { type Money, moneyText, type Percent, percentText } from '../../../../contract/kit/money.ts'

export type Target = { product_id: string; configuration_id: string | null }
export type Entry = Target & { discount: Percent | null }
export type Action = InputOf<typeof assignedChange>['action']
/** A change of customers' own price entries; the one or several customers of the request are in one list. */
export type AssignedInput = Omit<InputOf<typeof assignedChange>, 'customer_id' | 'customer_ids'> & { customer_ids: readonly string[] }
/** A change of prices, made immediately or planned for a later day. */
export type PlannedInput = InputOf<typeof planUpdate> | AssignedInput
export type Tell = { tell_till: boolean; tell_mail: boolean }
type PadList = InputOf<typeof assignedChange>['pad_list']

/** The entries of a change; if two are about the same target, the last one counts. */
export function entriesOf(given: PadList): Entry[] {
  const entries = given.map(({ product_id, configuration_id = null, discount = null }) => ({ product_id, configuration_id, discount }))
  return [...new Map(entries.map((entry) => [targetKey(entry), entry])).values()]
}

export const targetKey = ({ product_id, configuration_id }: Target) => `${product_id} ${configuration_id ?? ''}`

export type Own = { discount: Percent; is_enabled: boolean } | null

/**
 * A customer's own entry after an action; null if there is none. Hiding keeps the discount that applies now, so that showing the goods again changes no
 * price.
 */
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
 * The customers and products that a change concerns, and the change's name in the list of requests. `wallet_id`: the customer concerned; null if there are
 * several, or if the change is of a plan. `setters`: all organisations that sell at these prices.
 */
export type Reach = {
  customer_ids: readonly string[]
  product_ids: readonly string[]
  organisation_id: string
  setters: readonly string[]
  wallet_id: string | null
  name: string
}

/** What one denomination costs a customer. `weight`: how many customers with the same prices this customer represents. */
export type Priced = {
  customer_id: string
  configuration_id: string
  product_name: string
  value: Money
  price: Money | null
  cost: Money | null
  weight: number
}
/** What a customer, including shops below it, has sold. `cost`: what these goods cost the organisation that sets the customer's price. */
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

/**
 * The margin that these sales would have had at these prices. Sales of goods not on offer at these prices are left out, because they would not have been
 * made.
 */
function marginOf(prices: readonly Priced[], sold: readonly Sold[]): Money {
  const price = new Map(prices.map((row) => [keyOf(row), row.price]))
  return sold.reduce((sum, row) => {
    const one = price.get(keyOf(row)) ?? null
    return one === null ? sum : sum + one * row.quantity - row.cost
  }, 0)
}

/** The denominations that would be sold below cost, each once where its loss is greatest, the greatest loss first; at most BELOW_COST_SHOWN. */
function belowCost(prices: readonly Priced[]): Effect['below_cost'] {
  const worst = new Map<string, Effect['below_cost'][number]>()
  for (const { configuration_id, product_name, value, price, cost } of prices) {
    if (price === null || cost === null || price >= cost) continue
    const known = worst.get(configuration_id)
    if (!known || price - cost < known.price - known.cost) worst.set(configuration_id, { product_name, value, price, cost })
  }
  return [...worst.values()].sort((a, b) => a.price - a.cost - (b.price - b.cost)).slice(0, BELOW_COST_SHOWN)
}
