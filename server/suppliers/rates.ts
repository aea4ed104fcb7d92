// Converts amounts of suppliers in other currencies to euros.
import type { Money } from '../../contract/kit/money.ts'
import { balanceOf, euros, type Rounding } from './digits.ts'

/** Returns how many euros one unit of a currency is, as a decimal; undefined if no rate is known, and then nothing is sold in that currency. */
export type RateOf = (currency: string) => string | undefined

/** Converts a balance, which may be negative, to euros; undefined if there is no rate or the text is not an amount. */
export const balanceIn = (amount: string, currency: string, rateOf: RateOf): Money | undefined => {
  const rate = currency === 'EUR' ? '1' : rateOf(currency)
  return rate === undefined ? undefined : balanceOf(amount, rate)
}

export const inEuros = (amount: string, currency: string, rateOf: RateOf, rounding: Rounding = 'up'): Money | undefined => {
  const rate = currency === 'EUR' ? '1' : rateOf(currency)
  return rate === undefined ? undefined : euros(amount, rate, rounding)
}
