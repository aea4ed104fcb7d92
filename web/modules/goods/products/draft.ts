// The denominations of a product while they are typed in its form.
import type { Input, Output } from '../../../kit/base/api.ts'
import { given, type Held } from '../../../kit/form/form-values.ts'
import { heldTax } from '../../../kit/form/TaxFields.tsx'
import type { FormOf } from '../../../kit/form/use-call-form.ts'

export type Product = Output<'productsList'>['content'][number]

type Name = 'product_name' | 'pin_length' | 'pin_letters' | 'customer_care' | 'aliases' | 'instructions' | 'configurations'
/** The form type that the forms for adding and for editing a product share. */
export type ProductForm = Pick<FormOf<Pick<Input<'productUpdate'>, Name>>, 'fields' | 'problems'>
export type ProductValues = FormOf<Pick<Input<'productUpdate'>, Name>>['values']

/** A denomination in the form; its amount may not be valid yet. */
export type Draft = Held<NonNullable<Input<'productUpdate'>['configurations']>>[number]

/** A new row of the form. It begins as a multi-purpose voucher, because nearly all cards sold today are such vouchers. */
export const emptyDraft: Draft = {
  value: undefined,
  info: '',
  ean: '',
  vat_treatment: 'multi_purpose_voucher',
  vat_rate: undefined,
  vat_country: '',
  is_active: true,
}

export const draftsOf = ({ configurations }: Product): Draft[] =>
  configurations.map(({ configuration_id, value, info, ean, vat_treatment, vat_rate, vat_country, is_active }) =>
    heldTax({ configuration_id, value, info, ean, vat_treatment, vat_rate, vat_country, is_active }),
  )

/** Returns the instructions by language. The call also accepts a plain text, which these forms never send. */
export function instructionsIn({ instructions }: Pick<ProductValues, 'instructions'>): Product['instructions_by_language'] {
  const texts = given(instructions)
  return typeof texts === 'object' ? texts : {}
}
