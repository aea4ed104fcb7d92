// Money in code is a whole number of ten-thousandths of a euro (a safe integer), on the wire a decimal string, never a float. A percentage is a whole number
// of hundredths of a percent.
export type Money = number
/** Hundredths of a percent: 650 is 6.5 %. */
export type Percent = number

/** One euro. */
export const EURO = 10_000
/** No amount in one field exceeds one billion euro, so that a value times any quantity sold at once stays a safe integer. */
export const MONEY_MAX: Money = 1_000_000_000 * EURO
export const PERCENT_MAX: Percent = 100_00

/** Amounts are written like 12.5, 12,50 and 0.0001. Texts such as 1e3, 1.000,00 and blanks are refused, because their meaning would have to be guessed. */
const AMOUNT = /^(-?)(\d{1,9})(?:[.,](\d{1,4}))?$/

/** Parses a wire amount into ten-thousandths; undefined when it is invalid. */
export function parseMoney(text: string): Money | undefined {
  const match = AMOUNT.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole, fraction = ''] = match
  const amount = Number(whole) * EURO + Number(fraction.padEnd(4, '0'))
  return sign && amount ? -amount : amount
}

/** Writes an amount in ten-thousandths as the decimal string of the wire: at least two decimals, at most four. */
export function moneyText(amount: Money): string {
  const digits = String(Math.abs(amount)).padStart(5, '0')
  const fraction = digits.slice(-4).replace(/0{1,2}$/, '')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -4)}.${fraction}`
}

/** Parses a percentage with up to two decimals into hundredths; undefined when it is invalid. */
export function parsePercent(text: string): Percent | undefined {
  const match = /^(-?)(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole, fraction = ''] = match
  const percent = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return sign && percent ? -percent : percent
}

/** Parses a percentage without a limit. A difference compared with a sum near zero may be many times as large as the sum. */
export const parseShare = (text: string): Percent | undefined => (/^-?\d{1,13}\.\d\d$/.test(text) ? Math.round(Number(text) * 100) : undefined)

export const percentText = (percent: Percent): string =>
  `${percent < 0 ? '-' : ''}${Math.floor(Math.abs(percent) / 100)}.${String(Math.abs(percent) % 100).padStart(2, '0')}`

/**
 * The customer's price of one unit (docs/domain.md, Rounding): value × (1 − discount/100), at four decimals, half away from zero, once per unit. The money
 * function in SQL computes the same; a property test compares the two.
 */
export function priceOf(value: Money, discount: Percent): Money {
  return Number((BigInt(value) * BigInt(10_000 - discount) + 5_000n) / 10_000n)
}
