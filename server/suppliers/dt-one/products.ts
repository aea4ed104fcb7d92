// Translates DT One's products into our own terms.
import type { Money } from '../../../contract/kit/money.ts'
import { inTwoLetters } from '../countries.ts'
import { euros } from '../digits.ts'
import type { Region, TopUpOperator, TopUpProduct } from '../supplier.ts'
import type { Operator, Product } from './shapes.ts'

/** The currency of our account, and how many euros one unit of it is, as a decimal. */
export type Currency = { currency: string; rate: string }

const KINDS: Readonly<Record<string, TopUpProduct['kind']>> = {
  ...{ FIXED_VALUE_RECHARGE: 'recharge', RANGED_VALUE_RECHARGE: 'recharge', RANGED_VALUE_PAYMENT: 'payment' },
  ...{ FIXED_VALUE_PIN_PURCHASE: 'pin', RANGED_VALUE_PIN_PURCHASE: 'pin' },
}
const SPANS: Readonly<Record<string, (quantity: string) => string>> = {
  ...{ HOUR: (quantity) => `PT${quantity}H`, DAY: (quantity) => `P${quantity}D` },
  ...{ WEEK: (quantity) => `P${quantity}W`, MONTH: (quantity) => `P${quantity}M` },
}

/** An operator in our terms; undefined for an operator without a single country, such as a worldwide operator. */
export function operatorOf({ id, name, country, regions, identified }: typeof Operator._zod.output): TopUpOperator | undefined {
  const in_two = inTwoLetters(country.iso_code)
  const all: readonly Region[] = regions ?? country.regions ?? []
  return in_two ? { operator_id: id, name, country: in_two, is_likely: identified === true, regions: all } : undefined
}

type Amount = Product['destination']['amount']
const fromTo = (amount: Amount) => (typeof amount === 'string' ? { from: amount, to: amount } : { from: amount.min, to: amount.max })

type Price = Product['prices']['wholesale']
function inEuros({ unit_type, unit, amount, fee }: Price, { currency, rate }: Currency): { from: Money; to: Money } | undefined {
  if (unit_type !== 'CURRENCY' || unit !== currency) return undefined
  const { from, to } = fromTo(amount)
  const [least, most, added] = [euros(from, rate), euros(to, rate), euros(fee ?? '0', rate)]
  return least === undefined || most === undefined || added === undefined ? undefined : { from: least + added, to: most + added }
}

/**
 * A product in our terms; undefined for a product that we cannot sell: in another currency, for no single country, or with required details beyond the
 * recipient.
 */
export function productOf(product: Product, account: Currency): TopUpProduct | undefined {
  const { id, name, type, operator, validity, prices, destination, benefits, promotions } = product
  const [country, kind, cost] = [inTwoLetters(operator.country.iso_code), KINDS[type], inEuros(prices.wholesale, account)]
  const isMore = [product.required_debit_party_identifier_fields, product.required_sender_fields, product.required_beneficiary_fields].some(
    (more) => more?.length,
  )
  const isRanged = typeof destination.amount !== 'string'
  if (!country || !kind || !cost || isMore || (isRanged && !product.accepted_calculation_modes?.includes('SOURCE_AMOUNT'))) return undefined
  const { unit, amount } = destination
  return {
    ...{ product_id: id, name, operator_id: operator.id, operator_name: operator.name, country, kind, cost },
    retail: prices.retail ? (inEuros(prices.retail, account) ?? null) : null,
    needs: product.required_credit_party_identifier_fields ?? [],
    arrives: { ...fromTo(amount), step: typeof amount === 'string' ? null : (amount.increment ?? null), unit },
    benefits: (benefits ?? []).map(({ type: of, unit: in_unit, amount: { base, promotion_bonus, total_excluding_tax } }) => {
      return { kind: of, amount: total_excluding_tax ?? base ?? '', bonus: promotion_bonus ?? '0', unit: in_unit }
    }),
    lasts: validity ? (SPANS[validity.unit]?.(validity.quantity) ?? null) : null,
    regions: product.regions ?? [],
    promotions: (promotions ?? []).map(({ title, end_date }) => ({ title: title ?? '', until: end_date ? new Date(end_date) : null })),
    priced: { currency: prices.wholesale.unit, ...fromTo(prices.wholesale.amount) },
  }
}
