// How the price of a product sold live is made of what it costs: the same sum in the catalogue's job, at the till and on the screen.
import { MONEY_MAX, type Money } from './money.ts'

/** To which amounts prices are rounded, always up, so that rounding never sells below cost. */
export const roundings = ['cent', 'five_cents', 'ten_cents', 'fifty_cents', 'euro', 'ninety_nine'] as const
export type Rounding = (typeof roundings)[number]

/** cost: what it costs and a margin; retail: what the supplier says that it costs at the counter. */
export const priceSources = ['cost', 'retail'] as const

/** `margin_percent`: hundredths of a percent, below zero too. Both margins are added. */
export type PriceRule = { price_by: (typeof priceSources)[number]; margin_percent: number; margin_amount: Money; rounding: Rounding }

/** What the supplier says; from and to differ where any amount between them is sold. */
export type Told = { cost_from: Money; cost_to: Money; retail_from: Money | null; retail_to: Money | null }

/** Multiples of `step`, less `less`. */
const STEPS: Readonly<Record<Rounding, { step: bigint; less: bigint }>> = {
  cent: { step: 100n, less: 0n },
  five_cents: { step: 500n, less: 0n },
  ten_cents: { step: 1_000n, less: 0n },
  fifty_cents: { step: 5_000n, less: 0n },
  euro: { step: 10_000n, less: 0n },
  ninety_nine: { step: 10_000n, less: 100n },
}
const WHOLE = 10_000n

/** Rounded up, whatever the sign. */
const upTo = (amount: bigint, step: bigint) => {
  const rest = ((amount % step) + step) % step
  return rest === 0n ? amount : amount + step - rest
}

/** What one costs at the counter when the supplier takes `cost` for it; null where the rule makes no price of it. */
export function livePrice(rule: PriceRule, told: Told, cost: Money = told.cost_from): Money | null {
  const price = rule.price_by === 'retail' ? retailOf(told, cost) : marked(rule, cost)
  return price === null || price <= 0n || price > BigInt(MONEY_MAX) ? null : Number(price)
}

function marked({ margin_percent, margin_amount, rounding }: PriceRule, cost: Money): bigint {
  const { step, less } = STEPS[rounding]
  const margin = upTo(BigInt(cost) * BigInt(margin_percent), WHOLE) / WHOLE
  return upTo(BigInt(cost) + margin + BigInt(margin_amount) + less, step) - less
}

/** Between two bounds the counter's price goes along with ours. */
function retailOf({ cost_from, cost_to, retail_from, retail_to }: Told, cost: Money): bigint | null {
  if (retail_from === null || retail_to === null) return null
  if (cost === cost_from) return BigInt(retail_from)
  if (cost === cost_to) return BigInt(retail_to)
  return upTo(BigInt(cost) * BigInt(retail_from), BigInt(cost_from)) / BigInt(cost_from)
}

/** Whether every amount of it covers what it costs. */
export const coversCost = (rule: PriceRule, told: Told): boolean => [told.cost_from, told.cost_to].every((cost) => (livePrice(rule, told, cost) ?? -1) >= cost)
