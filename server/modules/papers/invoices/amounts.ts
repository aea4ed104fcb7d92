// Turns ten-thousandths into whole cents. A document's total is the sum of its lines, rounded once; net and tax are parts of that total.
import { toCents } from '../../../../contract/kit/cents.ts'
import type { Money, Percent } from '../../../../contract/kit/money.ts'

const CENT = 100n
const WHOLE = 10_000n

/** Returns a × b / c, rounded half away from zero. */
function divided(a: bigint, b: bigint, c: bigint): bigint {
  const product = a * b
  const half = (c < 0n ? -c : c) / 2n
  return (product < 0n ? product - half : product + half) / c
}

/** The net of an amount that includes tax, in whole cents. */
const netOf = (amount: bigint, rate: Percent) => divided(amount, WHOLE, (WHOLE + BigInt(rate)) * CENT) * CENT

export type Split = { net: Money; tax: Money; nets: Money[] }

/**
 * The sums of earlier parts of the same whole, such as corrections of one document. `exact`: the unrounded amount; `net` and `tax`: as rounded in those parts.
 */
export type Before = { exact: Money; net: Money; tax: Money }
const nothing: Before = { exact: 0, net: 0, tax: 0 }

/**
 * Splits amounts that include tax at one rate, in ten-thousandths, into net and tax. Net and tax add up to the total in whole cents, and the nets of the
 * lines add up to that net; the largest line takes the rounding difference. `before`: earlier parts of the same whole; together with this part they add
 * up to the whole.
 */
export function split(amounts: readonly Money[], rate: Percent, before: Before = nothing): Split {
  const whole = toCents(amounts.reduce((sum, amount) => sum + amount, before.exact))
  const total = whole - before.net - before.tax
  const net = Number(netOf(BigInt(whole), rate)) - before.net
  let [known, sum] = [0n, 0n]
  const nets = amounts.map((amount) => {
    sum += BigInt(amount)
    const until = netOf(sum, rate)
    const own = Number(until - known)
    known = until
    return own
  })
  const largest = amounts.reduce((at, amount, i) => (Math.abs(amount) > Math.abs(amounts[at] ?? 0) ? i : at), 0)
  const left = net - Number(known)
  return { net, tax: total - net, nets: nets.map((own, i) => (i === largest ? own + left : own)) }
}
