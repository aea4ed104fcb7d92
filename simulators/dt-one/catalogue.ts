// The products of the simulated DT One. Its operators are invented, its countries are real; each operator has a fixed, a ranged, a PIN and a promoted product.
import { exactly } from '../kit/simulator.ts'

/** Converts ten-thousandths of a unit of any currency to a number as answers contain it. */
export const amount = (units: number): string => {
  const digits = String(Math.abs(units)).padStart(5, '0')
  return exactly(`${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4).replace(/0{1,2}$/, '')}`)
}

type Region = { name: string; code: string }
type Country = { iso_code: string; name: string; regions: Region[] | null; dial: string; currency: string; per_euro: number }
const INDIA: Region[] = [
  { name: 'Maharashtra', code: 'IN-MH' },
  { name: 'Karnataka', code: 'IN-KA' },
]
const country = (iso_code: string, name: string, dial: string, currency: string, per_euro: number, regions: Region[] | null = null): Country =>
  ({ iso_code, name, regions, dial, currency, per_euro }) as const
const COUNTRIES = [
  country('TUR', 'Türkiye', '90', 'TRY', 40),
  country('ECU', 'Ecuador', '593', 'USD', 1.25),
  country('IND', 'India', '91', 'INR', 100, INDIA),
  country('SGP', 'Singapore', '65', 'SGD', 1.6),
  country('MAR', 'Morocco', '212', 'MAD', 10),
]

type Operator = { id: number; name: string; country: Country }
const NAMES: Record<string, readonly string[]> = {
  TUR: ['Anadolu Mobil', 'Marmara Cell'],
  ECU: ['Andina Móvil', 'Costa Tel'],
  IND: ['Ganges Mobile', 'Deccan Telecom'],
  SGP: ['Merlion Mobile'],
  MAR: ['Atlas Telecom'],
}
export const operators: readonly Operator[] = COUNTRIES.flatMap((of, i) =>
  (NAMES[of.iso_code] ?? []).map((name, j) => ({ id: 1001 + 10 * i + j, name, country: of })),
)

export type Product = {
  id: number
  type: 'FIXED_VALUE_RECHARGE' | 'RANGED_VALUE_RECHARGE' | 'FIXED_VALUE_PIN_PURCHASE'
  name: string
  operator: Operator
  region: Region | null
  /** The amount that arrives, in ten-thousandths of the country's currency, from lowest to highest; for a single amount both are equal. */
  arrives: readonly [number, number]
  bonus: number
}

const UNIT = 10_000
/** The cost in euros: the amount that arrives, converted to euros, plus eight percent, rounded up to whole cents. */
export const costOf = ({ operator }: Product, arrives: number): number => Math.ceil((arrives * 1.08) / operator.country.per_euro / 100) * 100
const retailOf = (cost: number): number => Math.ceil((cost * 1.15) / 100) * 100

function productsOf(operator: Operator, region: Region | null, first: number): Product[] {
  const { currency, per_euro } = operator.country
  const fixed = [2.5, 5, 12.5].map((euros) => Math.round(euros * per_euro) * UNIT)
  const [small = 0, middle = 0, large = 0] = fixed
  const make = (i: number, type: Product['type'], name: string, from: number, to = from, bonus = 0): Product => {
    return { id: first + i, type, name: `${name}${region ? ` ${region.name}` : ''}`, operator, region, arrives: [from, to], bonus }
  }
  const said = (units: number) => `${units / UNIT} ${currency}`
  return [
    ...fixed.map((units, i) => make(i, 'FIXED_VALUE_RECHARGE', said(units), units)),
    make(3, 'RANGED_VALUE_RECHARGE', `${said(small)} - ${said(2 * large)}`, small, 2 * large),
    make(4, 'FIXED_VALUE_PIN_PURCHASE', `PIN ${said(middle)}`, middle),
    make(5, 'FIXED_VALUE_RECHARGE', `${said(large)} +20 %`, large, large, large / 5),
  ]
}
export const products: readonly Product[] = operators.flatMap((operator) =>
  (operator.country.regions ?? [null]).flatMap((region, i) => productsOf(operator, region, operator.id * 100 + i * 10)),
)

const countryWire = ({ iso_code, name, regions }: Country) => ({ iso_code, name, regions })
export const operatorWire = (operator: Operator) => ({
  ...{ id: operator.id, name: operator.name, country: countryWire(operator.country), regions: operator.country.regions },
})
/**
 * The operators of a telephone number's country. The fourth digit from the end decides which of them is the number's own, so that a test can choose the
 * operator; the digit 9 means an unknown number.
 */
export function operatorsOf(number: string) {
  if (number.at(-4) === '9') return []
  const found = operators.filter(({ country: { dial } }) => number.startsWith(`+${dial}`))
  const likely = Number(number.at(-4)) % Math.max(found.length, 1)
  return found.map((operator, i) => ({ ...operatorWire(operator), identified: i === likely }))
}

const money = (unit: string, of: unknown) => ({ unit_type: 'CURRENCY', unit, amount: of })
export const pricesOf = (cost: number) => ({
  wholesale: { ...money('EUR', amount(cost)), fee: exactly('0') },
  retail: { ...money('EUR', amount(retailOf(cost))), fee: exactly('0') },
})
export const benefitsOf = ({ operator, bonus }: Product, arrives: number) => [
  {
    ...{ type: 'CREDITS', unit_type: 'CURRENCY', unit: operator.country.currency, additional_information: null },
    amount: { base: amount(arrives), promotion_bonus: amount(bonus), total_excluding_tax: amount(arrives + bonus) },
  },
]

export const productShort = ({ id, name, type, operator, region }: Product) => ({
  ...{ id, name, description: '', type, service: { id: 1, name: 'Mobile' }, operator: operatorWire(operator), regions: region && [region] },
})

export function productWire(product: Product) {
  const { type, operator, arrives, bonus } = product
  const [from, to] = arrives
  const isRanged = type === 'RANGED_VALUE_RECHARGE'
  const [least, most] = [costOf(product, from), costOf(product, to)]
  const range = (a: number, b: number) => ({ min: amount(a), max: amount(b) })
  const rate = exactly((operator.country.per_euro / 1.08).toFixed(9))
  const ranged = pricesOf(0)
  return {
    ...{ ...productShort(product), validity: null, availability_zones: ['INTERNATIONAL'], rates: { base: rate, wholesale: rate, retail: rate } },
    required_credit_party_identifier_fields: type === 'FIXED_VALUE_PIN_PURCHASE' ? null : [['mobile_number']],
    ...{ required_debit_party_identifier_fields: null, required_sender_fields: null, required_beneficiary_fields: null },
    source: money('EUR', isRanged ? range(least, most) : amount(least)),
    destination: money(operator.country.currency, isRanged ? { ...range(from, to), increment: exactly('1') } : amount(from)),
    prices: isRanged
      ? {
          wholesale: { ...ranged.wholesale, amount: range(least, most) },
          retail: { ...ranged.retail, amount: range(retailOf(least), retailOf(most)) },
        }
      : pricesOf(least),
    accepted_calculation_modes: isRanged ? ['SOURCE_AMOUNT', 'DESTINATION_AMOUNT'] : null,
    benefits: benefitsOf(product, from),
    promotions: bonus ? [{ id: product.id, title: '+20 %', description: '', start_date: '2026-01-01T00:00:00Z', end_date: '2027-12-31T00:00:00Z' }] : null,
    pin: type === 'FIXED_VALUE_PIN_PURCHASE' ? { usage_info: ['Dial *123*PIN#'], validity: null, terms: 'No refund.' } : null,
  }
}
