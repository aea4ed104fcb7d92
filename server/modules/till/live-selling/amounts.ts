// Amounts in another currency, which the recipient gets. They are decimal texts that are never added to our money; their cost is calculated in proportion.
import type { Money } from '../../../../contract/kit/money.ts'

export type Arriving = { from: string; to: string; step: string | null; unit: string }
type Cost = { from: Money; to: Money }

const DIGITS = 6
const CENT = 100n

/** The amount in millionths; undefined if the text is not a plain decimal. */
function unitsOf(text: string): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,18})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  return whole ? BigInt(`${whole}${fraction.padEnd(DIGITS, '0').slice(0, DIGITS)}`) : undefined
}

type AmountProblem = { code: 'too_small' | 'too_big' | 'not_in_steps' | 'required'; limit?: string }

/** The problem with a chosen amount; undefined if the amount is possible. */
export function amountProblem({ from, to, step }: Arriving, amount: string | undefined): AmountProblem | undefined {
  if (from === to) return undefined
  const [least, most, by, wanted] = [unitsOf(from), unitsOf(to), unitsOf(step ?? '') || 1n, amount === undefined ? undefined : unitsOf(amount)]
  if (wanted === undefined || least === undefined || most === undefined) return { code: 'required' }
  if (wanted < least) return { code: 'too_small', limit: from }
  if (wanted > most) return { code: 'too_big', limit: to }
  return (wanted - least) % by === 0n ? undefined : { code: 'not_in_steps', limit: step ?? '' }
}

/**
 * The supplier's cost for an amount. Between the supplier's two bounds the cost grows in proportion to the amount; it is rounded up to the next cent, but
 * never above the upper bound.
 */
export function costAt({ from, to }: Arriving, cost: Cost, amount: string): Money {
  const [least, most, wanted] = [unitsOf(from) ?? 0n, unitsOf(to) ?? 0n, unitsOf(amount) ?? 0n]
  const span = most - least
  if (span <= 0n) return cost.from
  const above = BigInt(cost.to - cost.from) * (wanted - least)
  const exact = BigInt(cost.from) * span + above
  const money = ((exact + span * CENT - 1n) / (span * CENT)) * CENT
  return Number(money > BigInt(cost.to) ? BigInt(cost.to) : money)
}
