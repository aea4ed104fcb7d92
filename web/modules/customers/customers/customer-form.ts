// What the forms of a customer have in common: its fields, and what differs between two readings.
import { flags } from '../../../../contract/kit/access.ts'
import type { Input, Output } from '../../../kit/base/api.ts'
import type { FormOf } from '../../../kit/form/use-call-form.ts'

/** The names of the fields that a customer's form has, and that its history can name. */
export const fieldNames = [
  ...(['name', 'address', 'house_no', 'postal', 'city', 'country', 'email', 'mobile', 'alternative_mobiles', 'organisation_type', 'shop_type'] as const),
  ...(['ustidnr', 'stnr', 'sub_domain', 'sms_sender_id', 'template', 'default_language', 'flags', 'mask_seller_discount', 'show_print_popup'] as const),
  ...(['merge_receipts', 'pin_download', 'enable_web_view', 'enable_otp', 'terminal_limit', 'devices_only', 'plan_id', 'full_name'] as const),
] as const
export type FieldName = (typeof fieldNames)[number]

export type Details = Output<'customerDetails'>

/** The fields' props, which both forms pass. */
export type CustomerFields = FormOf<Pick<Input<'customerUpdate'>, FieldName>>['fields']

/** A customer's fields for the form, with the rights in the form's order, so that a right taken away and given again is no change. */
export const rowOf = (details: Details) => ({ ...details, flags: flags.filter((flag) => details.flags.includes(flag)) })

/** Fields that differ between two readings of one customer. */
export const differing = (a: Details, b: Details): FieldName[] => fieldNames.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]))
