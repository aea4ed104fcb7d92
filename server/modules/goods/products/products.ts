// Rules of products: what a product must have, and which of its fields may change.

import type { productAdd, vatTreatments } from '../../../../contract/goods/products.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { FieldProblem } from '../../../../contract/kit/errors.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import { type Language, languages } from '../../../../contract/kit/languages.ts'
import { type Money, moneyText, type Percent, percentText } from '../../../../contract/kit/money.ts'
import { isTaxed } from '../../../../contract/kit/vat.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'

export { imageBytes, keepImage } from './images.sql.ts'
export { addressOf, hashOf } from './images.ts'
export { drawing, readPicture } from './picture.ts'

export type Configuration = {
  configuration_id: string
  value: Money
  info: string
  ean: string
  vat_treatment: (typeof vatTreatments)[number]
  vat_rate: Percent
  vat_country: string
  is_active: boolean
}
export type DenominationInput = InputOf<typeof productAdd>['configurations'][number]
export type Texts = Partial<Record<Language, string>>

export type Product = {
  product_id: string
  owner_id: string
  default_language: Language
  product_name: string
  pin_length: number
  pin_letters: boolean
  customer_care: string
  aliases: string
  instructions: string
  texts: Texts
  product_image: string | null
  is_active: boolean
}

/** The texts without blank ones. `instructions`, for languages without a text: the text in the owner's usual language, or if there is none, the first text. */
export function textsOf(asked: Texts | string, usual: Language): Pick<Product, 'instructions' | 'texts'> {
  const given: Texts = typeof asked === 'string' ? { [usual]: asked } : asked
  const texts: Texts = {}
  for (const language of languages) {
    const text = given[language]
    if (text) texts[language] = text
  }
  return { texts, instructions: texts[usual] ?? Object.values(texts)[0] ?? '' }
}

/**
 * Validates the tax treatment (docs/domain.md, Tax treatment): a treatment that is taxed at the sale needs a country, a single-purpose voucher also
 * needs a rate, and untaxed treatments have no rate. Returns the problem, if any.
 */
export function vatProblem({
  vat_treatment,
  vat_rate,
  vat_country,
}: Pick<DenominationInput, 'vat_treatment' | 'vat_rate' | 'vat_country'>): (Omit<FieldProblem, 'field'> & { of: 'vat_rate' | 'vat_country' }) | undefined {
  if (!isTaxed({ vat_treatment })) return vat_rate ? { of: 'vat_rate', code: 'too_big', limit: 0 } : undefined
  if (vat_country === '') return { of: 'vat_country', code: 'required' }
  return vat_treatment === 'single_purpose_voucher' && vat_rate === undefined ? { of: 'vat_rate', code: 'required' } : undefined
}

export type Tax = Pick<Configuration, 'vat_treatment' | 'vat_rate' | 'vat_country'>
type TaxAsked = {
  vat_treatment?: Tax['vat_treatment'] | undefined
  vat_rate?: Percent | null | undefined
  vat_country?: string | undefined
}

export const namesTax = ({ vat_treatment, vat_rate, vat_country }: TaxAsked): boolean =>
  [vat_treatment, vat_rate, vat_country].some((part) => part !== undefined)

/**
 * The tax settings after a change. Fields that are not sent stay, if both the old and the new treatment are taxed at the sale. If the treatment changes, a
 * stored rate of 0 does not stay, because it may mean that no rate was ever set. `isSomewhere`: the country follows from other data, so it need not be sent.
 */
export function taxOf(before: Tax, asked: TaxAsked, isSomewhere = false): Tax {
  const { vat_treatment = before.vat_treatment } = asked
  const rate = before.vat_treatment === vat_treatment ? before.vat_rate : before.vat_rate || undefined
  const kept = isTaxed(before) && isTaxed({ vat_treatment }) ? { vat_rate: rate, vat_country: before.vat_country } : { vat_rate: undefined, vat_country: '' }
  const { vat_country = kept.vat_country } = asked
  const vat_rate = asked.vat_rate === undefined ? kept.vat_rate : (asked.vat_rate ?? undefined)
  const problem = vatProblem({ vat_treatment, vat_rate, vat_country: vat_country || (isSomewhere ? 'its own' : '') })
  if (!problem) return { vat_treatment, vat_rate: vat_rate ?? 0, vat_country }
  throw refuseField(problem.of, problem.code, problem.limit)
}

export function refuseVat(given: readonly DenominationInput[]): void {
  const problems = given.flatMap((one, i) => {
    const problem = vatProblem(one)
    if (!problem) return []
    const { of, ...rest } = problem
    return { field: `configurations.${i}.${of}`, ...rest }
  })
  if (problems.length > 0) throw new Refusal('invalid_input', { problems })
}

/** The first EAN that two of these denominations have in common; undefined if there is none. */
export const eanTwice = (given: readonly DenominationInput[]) => given.map(({ ean }) => ean).find((ean, i, all) => ean !== '' && all.indexOf(ean) !== i)

/**
 * Refuses a new or changed denomination on sale if another denomination on sale of the product has the same value and note, because nobody could tell them
 * apart.
 */
export function refuseTwice(given: readonly DenominationInput[], own: readonly Configuration[]): void {
  const named = ({ value, info }: Pick<Configuration, 'value' | 'info'>) => `${value} ${fold(info)}`
  const kept = own.filter((old) => !given.some(({ configuration_id }) => configuration_id === old.configuration_id))
  const problems = given.flatMap((one, i) => {
    const before = own.find(({ configuration_id }) => configuration_id === one.configuration_id)
    if (!one.is_active || (before?.is_active && named(before) === named(one))) return []
    const others = [...kept, ...given.slice(0, i), ...given.slice(i + 1).filter(({ configuration_id }) => configuration_id)]
    return others.some((other) => other.is_active && named(other) === named(one)) ? [{ field: `configurations.${i}.value`, code: 'value_twice' as const }] : []
  })
  if (problems.length > 0) throw new Refusal('invalid_input', { problems })
}

/** Refuses ids that are not those of the product's denominations, or that are given twice. */
export function refuseStrange(given: readonly DenominationInput[], own: readonly Configuration[]): void {
  const ids = given.flatMap(({ configuration_id }) => configuration_id ?? [])
  const isStrange = ids.some((id, i) => ids.indexOf(id) !== i || !own.some(({ configuration_id }) => configuration_id === id))
  if (isStrange) throw new Refusal('not_found')
}

const line = ({ value, info, ean, vat_treatment, vat_rate, vat_country, is_active }: Configuration) =>
  [moneyText(value), info, ean, vat_treatment, vat_rate > 0 ? `${percentText(vat_rate)} %` : '', vat_country, is_active ? '' : 'off']
    .filter(Boolean)
    .join(' · ')

/** The fields of a product as the audit log shows them. */
export const recordOf = (
  { product_name, pin_length, pin_letters, customer_care, aliases, texts, product_image, is_active }: Product,
  own: readonly Configuration[],
) => ({
  product_name,
  pin_length,
  pin_letters,
  customer_care,
  aliases,
  instructions: texts,
  product_image,
  is_active,
  configurations: own.toSorted((a, b) => a.value - b.value).map(line),
})
