// Computes the price of a live product from its cost. The job that reads suppliers' catalogues, the till and the screen use the same calculation.
import { MONEY_MAX, type Money } from './money.ts'

/** The steps to which prices are rounded up. Prices are never rounded down, so that rounding never makes a price fall below cost. */
export const roundings = ['cent', 'five_cents', 'ten_cents', 'fifty_cents', 'euro', 'ninety_nine'] as const
export type Rounding = (typeof roundings)[number]

/** How a price is made. cost: cost plus margin. retail: the retail price that the supplier recommends. */
export const priceSources = ['cost', 'retail'] as const

/** A rule for prices. `margin_percent`: hundredths of a percent, which may be negative. Both margins are added to the cost. */
export type PriceRule = { price_by: (typeof priceSources)[number]; margin_percent: number; margin_amount: Money; rounding: Rounding }

/** The supplier's figures. `…_from` and `…_to` differ if the supplier sells any amount between them. */
export type CatalogueAmounts = { cost_from: Money; cost_to: Money; retail_from: Money | null; retail_to: Money | null }

/** Prices are multiples of `step`, minus `less`: 1.99 is 2.00 minus 0.01. */
const STEPS: Readonly<Record<Rounding, { step: bigint; less: bigint }>> = {
  cent: { step: 100n, less: 0n },
  five_cents: { step: 500n, less: 0n },
  ten_cents: { step: 1_000n, less: 0n },
  fifty_cents: { step: 5_000n, less: 0n },
  euro: { step: 10_000n, less: 0n },
  ninety_nine: { step: 10_000n, less: 100n },
}
const WHOLE = 10_000n

/** Rounds an amount up to a multiple of `step`; negative amounts are rounded towards zero. */
const upTo = (amount: bigint, step: bigint) => {
  const rest = ((amount % step) + step) % step
  return rest === 0n ? amount : amount + step - rest
}

/** The retail price of one piece if the supplier charges `cost`; null if the rule gives no price. */
export function livePrice(rule: PriceRule, told: CatalogueAmounts, cost: Money = told.cost_from): Money | null {
  const price = rule.price_by === 'retail' ? retailOf(told, cost) : marked(rule, cost)
  return price === null || price <= 0n || price > BigInt(MONEY_MAX) ? null : Number(price)
}

function marked({ margin_percent, margin_amount, rounding }: PriceRule, cost: Money): bigint {
  const { step, less } = STEPS[rounding]
  const margin = upTo(BigInt(cost) * BigInt(margin_percent), WHOLE) / WHOLE
  return upTo(BigInt(cost) + margin + BigInt(margin_amount) + less, step) - less
}

/** The recommended retail price for a cost between the two bounds. It grows in proportion to the cost, and is rounded up. */
function retailOf({ cost_from, cost_to, retail_from, retail_to }: CatalogueAmounts, cost: Money): bigint | null {
  if (retail_from === null || retail_to === null) return null
  if (cost === cost_from) return BigInt(retail_from)
  if (cost === cost_to) return BigInt(retail_to)
  return upTo(BigInt(cost) * BigInt(retail_from), BigInt(cost_from)) / BigInt(cost_from)
}

/** Whether prices cover their cost, at both ends of a range of amounts. (Between them the price grows in proportion to the cost.) */
export const coversCost = (rule: PriceRule, told: CatalogueAmounts): boolean =>
  [told.cost_from, told.cost_to].every((cost) => (livePrice(rule, told, cost) ?? -1) >= cost)
