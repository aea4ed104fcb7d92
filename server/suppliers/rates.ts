// Converts amounts of suppliers in other currencies to euros.
import type { Money } from '../../contract/kit/money.ts'
import { balanceOf, euros, type Rounding } from './digits.ts'

/** Euros for one unit of a currency, as a decimal; undefined where no rate is known, and then nothing is sold for it. */
export type RateOf = (currency: string) => string | undefined

/** A balance, which may be negative. */
export const balanceIn = (amount: string, currency: string, rateOf: RateOf): Money | undefined => {
  const rate = currency === 'EUR' ? '1' : rateOf(currency)
  return rate === undefined ? undefined : balanceOf(amount, rate)
}

export const inEuros = (amount: string, currency: string, rateOf: RateOf, rounding: Rounding = 'up'): Money | undefined => {
  const rate = currency === 'EUR' ? '1' : rateOf(currency)
  return rate === undefined ? undefined : euros(amount, rate, rounding)
}
