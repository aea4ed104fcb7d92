// The products of Reloadly's operators, and their prices. Amounts are in our account's currency; our cost is lower than the amount by the operator's discount.
import { type Money, moneyText } from '../../../contract/kit/money.ts'
import { euros, unitsOf } from '../digits.ts'
import { inEuros, type RateOf } from '../rates.ts'
import type { TopUpProduct } from '../supplier.ts'
import type { Operator } from './answers.ts'

/** Our account at Reloadly: its currency, and its home country. */
export type Account = { currency: string; country: string; rateOf: RateOf }
export type Price = { retail: Money; cost: Money }

/** 100 percent, in ten-thousandths of a percent. */
const WHOLE = 1_000_000n
const CENT = 100

/** The share of an amount, in ten-thousandths of a percent, that remains after the discount; undefined if the discount cannot be read. */
function keptOf({ country, localDiscount, internationalDiscount }: Operator, account: Account): bigint | undefined {
  const percent = euros((country.isoName === account.country ? localDiscount : internationalDiscount) ?? '0', '1', 'nearest')
  return percent === undefined || BigInt(percent) >= WHOLE ? undefined : WHOLE - BigInt(percent)
}

/**
 * The price of this many units of our account's currency, with a fraction rounded up. Undefined if the currency has no rate, because then nothing is
 * sold in it.
 */
function priceOf(units: string, operator: Operator, account: Account): Price | undefined {
  const [retail, kept] = [inEuros(units, account.currency, account.rateOf), keptOf(operator, account)]
  if (retail === undefined || kept === undefined) return undefined
  return { retail, cost: Number((BigInt(retail) * kept + WHOLE - 1n) / WHOLE) }
}

/** The amount that reaches the recipient for this many units, in the recipient's currency. */
function arriving(units: string, rate: string): string {
  const amount = euros(units, rate, 'nearest')
  return amount === undefined ? '' : moneyText(amount)
}

/** The products of an operator: one for each amount, or one for a range of amounts. The prefix `pin:` marks those that deliver a PIN. */
export function productsOf(operator: Operator, account: Account): TopUpProduct[] {
  const { operatorId, name, pin, status, senderCurrencyCode: currency, denominationType, fixedAmounts, minAmount, maxAmount, country, fx } = operator
  if ((status && status !== 'ACTIVE') || currency !== account.currency) return []
  const kind = pin ? 'pin' : 'recharge'
  const product = (from: string, to: string, product_id: string, called: string): TopUpProduct[] => {
    const [least, most] = [priceOf(from, operator, account), priceOf(to, operator, account)]
    if (!least || !most) return []
    return [
      {
        ...{ product_id, name: called, operator_id: operatorId, operator_name: name, country: country.isoName, kind },
        ...{ needs: [['number']], priced: { currency, from, to } },
        ...{ retail: { from: least.retail, to: most.retail }, cost: { from: least.cost, to: most.cost } },
        arrives: { from: arriving(from, fx.rate), to: arriving(to, fx.rate), step: null, unit: fx.currencyCode },
        ...{ benefits: [], lasts: null, regions: [], promotions: [] },
      },
    ]
  }
  const mark = pin ? 'pin' : 'top'
  if (denominationType === 'RANGE') return minAmount && maxAmount ? product(minAmount, maxAmount, `${mark}:${operatorId}`, name) : []
  return (fixedAmounts ?? []).flatMap((amount) => product(amount, amount, `${mark}:${operatorId}:${amount}`, `${name} ${amount} ${currency}`))
}

/** The figures of an order to be sent: the amount in units of our account's currency, and its price and cost; the cost is never more than was agreed. */
export type Sent = Price & { units: string }

/**
 * What to send for an order; undefined for amounts that this operator does not sell. If `fixed` is set, it is the amount; otherwise `cost`, the
 * agreed maximum, decides which amount of the range is sent.
 */
export function sentFor(operator: Operator, fixed: string | undefined, cost: Money | null, account: Account): Sent | undefined {
  if (fixed !== undefined) {
    const price = operator.fixedAmounts?.includes(fixed) ? priceOf(fixed, operator, account) : undefined
    return price && { ...price, units: fixed }
  }
  const [least, most, kept] = [euros(operator.minAmount ?? ''), euros(operator.maxAmount ?? ''), keptOf(operator, account)]
  const rate = account.currency === 'EUR' ? '1' : account.rateOf(account.currency)
  if (cost === null || least === undefined || most === undefined || kept === undefined || rate === undefined) return undefined
  const highest = unitsOf(Number((BigInt(cost) * WHOLE) / kept), rate)
  // Costs are rounded up, so the cost of the calculated amount may be slightly above the maximum; then the amount is lowered by one cent.
  for (const less of [0, CENT]) {
    const units = highest === undefined ? undefined : euros(highest, '1', 'nearest')
    if (units === undefined || units - less < least || units - less > most) return undefined
    const text = moneyText(units - less)
    const price = priceOf(text, operator, account)
    if (price && price.cost <= cost) return { ...price, units: text }
  }
  return undefined
}
