// The parts of a product's form that travel as JSON: denominations and instructions, as they are typed.
import { moneyText, percentText } from '../../../contract/kit/money.ts'
import type { Output } from '../../kit/api.ts'
import type { FieldState, FieldValue } from '../../kit/use-call-form.ts'

export type Product = Output<'productsList'>['content'][number]

/** A denomination as it travels; `value` is what the amount field wrote. */
export type Draft = {
  configuration_id?: string
  value: string
  info: string
  ean: string
  vat_treatment: Product['configurations'][number]['vat_treatment']
  vat_rate: string
  vat_country: string
  is_active: boolean
}
export type Instructions = Product['instructions_by_language']

type Name = 'product_name' | 'pin_length' | 'pin_letters' | 'customer_care' | 'instructions' | 'configurations'
/** What adding and changing have in common. */
export type ProductForm = {
  field: (name: Name) => FieldState
  values: Record<string, FieldValue>
  setValue: (name: Name, value: string) => void
  problems: readonly { id: string; text: string }[]
}

/** A card sold today is nearly always a multi-purpose one. */
export const emptyDraft: Draft = { value: '', info: '', ean: '', vat_treatment: 'multi_purpose_voucher', vat_rate: '0', vat_country: '', is_active: true }

export const draftsOf = ({ configurations }: Product): Draft[] =>
  configurations.map(({ configuration_id, value, info, ean, vat_treatment, vat_rate, vat_country, is_active }) => ({
    ...{ configuration_id, value: moneyText(value), info, ean, vat_treatment, vat_rate: percentText(vat_rate), vat_country, is_active },
  }))

const read = (value: FieldValue | undefined): unknown => (typeof value === 'string' && value !== '' ? JSON.parse(value) : undefined)

export const draftsIn = (form: Pick<ProductForm, 'values'>): Draft[] => (read(form.values['configurations']) ?? []) as Draft[]
export const instructionsIn = (form: Pick<ProductForm, 'values'>): Instructions => (read(form.values['instructions']) ?? {}) as Instructions
export const textIn = (form: Pick<ProductForm, 'values'>, name: Name) => {
  const value = form.values[name]
  return typeof value === 'string' ? value : ''
}

/** Only where rate and place are known does the tax office ask for them. */
export const isTaxed = ({ vat_treatment }: Draft) => vat_treatment === 'single_purpose_voucher' || vat_treatment === 'telecom_service'
