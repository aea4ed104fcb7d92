// What the forms of a customer share: their fields, and which fields differ between two versions of a customer.
import { flags } from '../../../../contract/kit/access.ts'
import type { Input, Output } from '../../../kit/base/api.ts'
import type { FormOf } from '../../../kit/form/use-call-form.ts'

/** The names of the fields that a customer's form has, and that its history can name. */
export const fieldNames = [
  ...(['name', 'address', 'house_no', 'postal', 'city', 'country', 'email', 'mobile', 'alternative_mobiles', 'organisation_type', 'shop_type'] as const),
  ...([
    'customer_number',
    'ustidnr',
    'stnr',
    'sub_domain',
    'sms_sender_id',
    'template',
    'default_language',
    'flags',
    'mask_seller_discount',
    'show_print_popup',
  ] as const),
  ...(['merge_receipts', 'pin_download', 'enable_web_view', 'enable_otp', 'terminal_limit', 'devices_only', 'plan_id', 'full_name'] as const),
] as const
export type FieldName = (typeof fieldNames)[number]

export type Details = Output<'customerDetails'>

/** The props of the fields, which the forms for adding and for editing pass. */
export type CustomerFields = FormOf<Pick<Input<'customerUpdate'>, FieldName>>['fields']

/** Returns a customer's fields for the form. The rights are in the form's order, so that a right taken away and given again counts as no change. */
export const rowOf = (details: Details) => ({ ...details, flags: flags.filter((flag) => details.flags.includes(flag)) })

/** Returns the fields that differ between two versions of one customer. */
export const differing = (a: Details, b: Details): FieldName[] => fieldNames.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]))
