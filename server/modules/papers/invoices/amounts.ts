// Whole cents of what was paid in ten-thousandths: what a document comes to is what the lines come to, rounded once; net and tax are parts of it.
import { toCents } from '../../../../contract/kit/cents.ts'
import type { Money, Percent } from '../../../../contract/kit/money.ts'

const CENT = 100n
const WHOLE = 10_000n

/** a × b / c, half away from zero. */
function divided(a: bigint, b: bigint, c: bigint): bigint {
  const product = a * b
  const half = (c < 0n ? -c : c) / 2n
  return (product < 0n ? product - half : product + half) / c
}

/** What is left of an amount without the tax inside, in whole cents. */
const netOf = (amount: bigint, rate: Percent) => divided(amount, WHOLE, (WHOLE + BigInt(rate)) * CENT) * CENT

export type Split = { net: Money; tax: Money; nets: Money[] }

/** What documents before this one said of the same whole: exactly, and as they rounded it. */
export type Before = { exact: Money; net: Money; tax: Money }
const nothing: Before = { exact: 0, net: 0, tax: 0 }

/**
 * Amounts with tax of one rate inside, in ten-thousandths: net and tax add up to their sum in whole cents, and the nets of the lines to the net. What
 * rounding leaves over goes to the largest line. `before`: parts of the same whole; with them this one adds up to it.
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
