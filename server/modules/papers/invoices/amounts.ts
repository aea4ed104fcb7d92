// Whole cents from ten-thousandths: a document's total is the sum of its lines, rounded once; net and tax are parts of it.
import { toCents } from '../../../../contract/kit/cents.ts'
import type { Money, Percent } from '../../../../contract/kit/money.ts'

const CENT = 100n
const WHOLE = 10_000n

/** a × b / c, rounded half away from zero. */
function divided(a: bigint, b: bigint, c: bigint): bigint {
  const product = a * b
  const half = (c < 0n ? -c : c) / 2n
  return (product < 0n ? product - half : product + half) / c
}

/** An amount without the tax it includes, in whole cents. */
const netOf = (amount: bigint, rate: Percent) => divided(amount, WHOLE, (WHOLE + BigInt(rate)) * CENT) * CENT

export type Split = { net: Money; tax: Money; nets: Money[] }

/** Sums of earlier documents about the same whole: exact, and as they were rounded. */
export type Before = { exact: Money; net: Money; tax: Money }
const nothing: Before = { exact: 0, net: 0, tax: 0 }

/**
 * Splits amounts that include tax of one rate, in ten-thousandths: net and tax add up to their sum in whole cents, and the lines' nets to the net. The
 * rounding difference goes to the largest line. `before`: earlier parts of the same whole; with them this part completes it.
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
