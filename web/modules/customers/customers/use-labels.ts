// Labels of a customer's fields, for both forms and the history.
import { useTranslations } from 'use-intl'

export const fieldNames = [
  ...(['name', 'address', 'house_no', 'postal', 'city', 'country', 'email', 'mobile', 'alternative_mobiles', 'organisation_type', 'shop_type'] as const),
  ...(['ustidnr', 'stnr', 'sub_domain', 'sms_sender_id', 'template', 'default_language', 'flags', 'mask_seller_discount', 'show_print_popup'] as const),
  ...(['merge_receipts', 'pin_download', 'enable_web_view', 'enable_otp', 'terminal_limit', 'devices_only', 'plan_id', 'full_name'] as const),
] as const
export type FieldName = (typeof fieldNames)[number]

const more = ['account_role', 'username', 'mobile_confirmation', 'credit_limit'] as const

export function useLabels(): Record<FieldName | (typeof more)[number], string> {
  const t = useTranslations('customers.fields')
  const all = [...fieldNames, ...more]
  return Object.fromEntries(all.map((name) => [name, t(name)])) as Record<(typeof all)[number], string>
}
