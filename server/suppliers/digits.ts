// Reads numbers in messages exactly as they are written, never as floats. In a JSON answer every number is read as its text, so that 0.10 stays 0.10,
// a long reference keeps its last digits, and a PIN sent as a number keeps its leading zeros, which other JSON readers would refuse.
import { MONEY_MAX, type Money } from '../../contract/kit/money.ts'

/** The content of a JSON text, with numbers as texts. */
export type Json = null | boolean | string | readonly Json[] | { readonly [name: string]: Json }

/** A text in quotes (even if the closing quote is missing), or a number outside of any text. */
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Reads a JSON text; undefined if the text is not JSON. */
export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`)))
  } catch {
    return undefined
  }
}

/** Makes a number for a JSON body; throws if the text has an exponent, or if sending would change the number. */
export function jsonNumber(text: string): number {
  const [number, said] = [Number(text), /e/i.test(text) ? undefined : decimalOf(text)]
  if (!said || decimalOf(String(number))?.join() !== said.join()) throw new Error(`${text.length} signs are no JSON number`)
  return number
}

type Decimal = [units: bigint, scale: number]

const EXPONENT_MAX = 20

/**
 * Splits a decimal text into its number without the point, and the count of digits after the point without zeros at the end; undefined if the text is not a
 * decimal of reasonable length. JSON may write 999 as 9.99e2.
 */
function decimalOf(text: string): Decimal | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d{1,20})(?:\.(\d{1,20}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text) ?? []
  if (!whole || Math.abs(Number(exponent)) > EXPONENT_MAX) return undefined
  const behind = fraction.length - Number(exponent)
  let [digits, scale] = [`${whole}${fraction}${'0'.repeat(Math.max(-behind, 0))}`, Math.max(behind, 0)]
  for (; scale > 0 && digits.endsWith('0') && digits.length > 1; scale--) digits = digits.slice(0, -1)
  return [BigInt(`${sign}${digits}`), scale]
}

/** How an amount is rounded to ten-thousandths: `up` for our cost, `nearest` for an amount that is only shown. */
export type Rounding = 'up' | 'nearest'

/**
 * Converts a message's amount to ten-thousandths of a euro. `rate`: euros for one unit of the supplier's currency, as a decimal. Undefined for a text
 * that is not an amount, is negative or out of bounds.
 */
export function euros(amount: string, rate = '1', rounding: Rounding = 'up'): Money | undefined {
  const [one, other] = [decimalOf(amount), decimalOf(rate)]
  if (!one || !other || one[0] < 0n || other[0] <= 0n) return undefined
  const [numerator, denominator] = [one[0] * other[0] * 10_000n, 10n ** BigInt(one[1] + other[1])]
  const added = rounding === 'up' ? denominator - 1n : denominator / 2n
  const money = (numerator + added) / denominator
  return money <= BigInt(MONEY_MAX) ? Number(money) : undefined
}

/** Converts a balance with euros(), rounded to the nearest; unlike an amount, a balance may be negative. */
export function balanceOf(amount: string, rate = '1'): Money | undefined {
  const money = euros(amount.replace(/^-/, ''), rate, 'nearest')
  return amount.startsWith('-') && money ? -money : money
}

/**
 * Converts euros to units of the supplier's currency, rounded down to `digits` digits after the point, so that a request never costs more than was
 * agreed.
 */
export function unitsOf(money: Money, rate = '1', digits = 2): string | undefined {
  const by = decimalOf(rate)
  if (!by || by[0] <= 0n || money < 0) return undefined
  const units = (BigInt(money) * 10n ** BigInt(by[1] + digits)) / (by[0] * 10_000n)
  const text = String(units).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
