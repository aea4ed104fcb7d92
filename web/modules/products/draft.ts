// The parts of a product's form that travel as JSON: denominations and instructions, as they are typed.
import * as z from 'zod/mini'
import { languages } from '../../../contract/auth.ts'
import { moneyText, percentText } from '../../../contract/kit/money.ts'
import { vatTreatments } from '../../../contract/products.ts'
import type { Output } from '../../kit/api.ts'
import type { FieldState, FieldValue } from '../../kit/use-call-form.ts'

export type Product = Output<'productsList'>['content'][number]

/** A denomination as it travels; `value` is what the amount field wrote. */
const Denomination = z.object({
  configuration_id: z.optional(z.string()),
  ...{ value: z.string(), info: z.string(), ean: z.string() },
  ...{ vat_treatment: z.enum(vatTreatments), vat_rate: z.string(), vat_country: z.string() },
  is_active: z.boolean(),
})
export type Draft = z.output<typeof Denomination>
const Denominations = z.array(Denomination)
/** As typed: a trailing space stays until it is sent. */
const Instructions = z.partialRecord(z.enum(languages), z.string())

type Name = 'product_name' | 'pin_length' | 'pin_letters' | 'customer_care' | 'instructions' | 'configurations'
/** What the forms for adding and editing have in common. */
export type ProductForm = {
  field: (name: Name) => FieldState
  values: Record<string, FieldValue>
  setValue: (name: Name, value: string) => void
  problems: readonly { id: string; text: string }[]
}

/** A card sold today is nearly always a multi-purpose voucher. */
export const emptyDraft: Draft = { value: '', info: '', ean: '', vat_treatment: 'multi_purpose_voucher', vat_rate: '0', vat_country: '', is_active: true }

export const draftsOf = ({ configurations }: Product): Draft[] =>
  configurations.map(({ configuration_id, value, info, ean, vat_treatment, vat_rate, vat_country, is_active }) => ({
    ...{ configuration_id, value: moneyText(value), info, ean, vat_treatment, vat_rate: percentText(vat_rate), vat_country, is_active },
  }))

/** Parses the JSON this form wrote itself; anything else counts as empty. */
const read = <T>(schema: z.ZodMiniType<T>, text: string, nothing: T): T => (text === '' ? nothing : (z.safeParse(schema, JSON.parse(text)).data ?? nothing))

export const draftsIn = (form: Pick<ProductForm, 'values'>) => read<Draft[]>(Denominations, textIn(form, 'configurations'), [])
export const instructionsIn = (form: Pick<ProductForm, 'values'>) => read<Product['instructions_by_language']>(Instructions, textIn(form, 'instructions'), {})
export const textIn = (form: Pick<ProductForm, 'values'>, name: Name) => {
  const value = form.values[name]
  return typeof value === 'string' ? value : ''
}

/** VAT is due at the sale only where its rate and country are known then. */
export const isTaxed = ({ vat_treatment }: Draft) => vat_treatment === 'single_purpose_voucher' || vat_treatment === 'telecom_service'
