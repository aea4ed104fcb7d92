// The operators of the simulated Reloadly, all invented: fixed and ranged amounts, PINs, and currencies of several countries.
import { exactly } from '../kit/simulator.ts'

export type Operator = {
  id: number
  name: string
  country: string
  pin: boolean
  /** Fixed amounts in the account's currency, as decimals. */
  fixed: readonly string[] | null
  range: readonly [from: string, to: string] | null
  /** Units of the destination's currency for one unit of the account's currency. */
  fx: string
  currency: string
  /** The discount in percent that we get on this operator's top-ups. */
  discount: string
  /** The prefix of this operator's telephone numbers, without the plus. */
  prefix: string
}

export const OPERATORS: readonly Operator[] = [
  {
    id: 341,
    name: 'Andes Móvil Ecuador',
    country: 'EC',
    pin: false,
    fixed: ['3', '5', '10'],
    range: null,
    fx: '1.08',
    currency: 'USD',
    discount: '9.5',
    prefix: '59399',
  },
  {
    id: 342,
    name: 'Costa Ecuador',
    country: 'EC',
    pin: false,
    fixed: null,
    range: ['1', '40'],
    fx: '1.08',
    currency: 'USD',
    discount: '8.125',
    prefix: '59398',
  },
  {
    id: 535,
    name: 'Isles PIN England',
    country: 'GB',
    pin: true,
    fixed: ['2.22', '4.99', '5.19'],
    range: null,
    fx: '0.86',
    currency: 'GBP',
    discount: '2',
    prefix: '44',
  },
  {
    id: 685,
    name: 'Boğaz Mobil Türkiye',
    country: 'TR',
    pin: false,
    fixed: null,
    range: ['2', '50'],
    fx: '36.5',
    currency: 'TRY',
    discount: '6',
    prefix: '9053',
  },
  {
    id: 692,
    name: 'Altınhat Türkiye',
    country: 'TR',
    pin: false,
    fixed: ['5', '10', '20'],
    range: null,
    fx: '36.5',
    currency: 'TRY',
    discount: '5.5',
    prefix: '9054',
  },
  { id: 801, name: 'Nordfunk Germany', country: 'DE', pin: false, fixed: null, range: ['5', '50'], fx: '1', currency: 'EUR', discount: '4', prefix: '4915' },
]

/** An operator in the wire format; `account`: the account's currency. */
export const shownOperator = (operator: Operator, account: string) => ({
  ...{ operatorId: operator.id, id: operator.id, name: operator.name, bundle: false, data: false, pin: operator.pin, supportsLocalAmounts: false },
  ...{ denominationType: operator.fixed ? 'FIXED' : 'RANGE', senderCurrencyCode: account, destinationCurrencyCode: operator.currency },
  ...{ internationalDiscount: exactly(operator.discount), localDiscount: exactly(operator.discount), status: 'ACTIVE' },
  ...{ fixedAmounts: (operator.fixed ?? []).map(exactly), localFixedAmounts: [] },
  ...{ minAmount: operator.range ? exactly(operator.range[0]) : null, maxAmount: operator.range ? exactly(operator.range[1]) : null },
  fx: { rate: exactly(operator.fx), currencyCode: operator.currency },
  country: { isoName: operator.country, name: operator.country },
  suggestedAmounts: [],
})

/** The operator of a telephone number, by the longest matching prefix. */
export const operatorOf = (digits: string): Operator | undefined =>
  [...OPERATORS].sort((a, b) => b.prefix.length - a.prefix.length).find(({ prefix }) => digits.startsWith(prefix))
