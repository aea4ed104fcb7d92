// The value of a customer's field in words: the previous one, and the one somebody else saved.
import { useTranslations } from 'use-intl'
import { organisationTypes, shopTypes } from '../../../contract/customers.ts'
import { countryNames } from '../../kit/countries.ts'
import * as format from '../../kit/format.ts'
import { languageNames, useLanguage } from '../../kit/language.tsx'
import type { FieldName } from './use-labels.ts'
import { usePlans } from './use-plans.ts'

const listIn = (value: string): string[] => {
  const read: unknown = JSON.parse(value)
  return Array.isArray(read) ? read.map(String) : []
}

/** Takes the value as it travels. */
export function useWords(): (name: FieldName, value: string) => string {
  const t = useTranslations('people')
  const nameOf = countryNames(useLanguage())
  const plans = usePlans()
  const yesOrNo = (value: string) => t(value === '1' ? 'words.yes' : 'words.no')
  const words: Partial<Record<FieldName, (value: string) => string | undefined>> = {
    country: nameOf,
    organisation_type: (value) => organisationTypes.filter((one) => one === value).map((one) => t(`organisation_types.${one}`))[0],
    shop_type: (value) => shopTypes.filter((one) => one === value).map((one) => t(`shop_types.${one}`))[0],
    default_language: (value) => Object.entries(languageNames).find(([code]) => code === value)?.[1],
    template: (value) => t('form.template', { n: String(Number(value) + 1) }),
    plan_id: (value) => plans.find((plan) => plan.value === value)?.label ?? t('words.other_plan'),
    flags: (value) => t('words.rights', { n: listIn(value).length, count: format.count(listIn(value).length) }),
    alternative_mobiles: (value) => listIn(value).join(', '),
    ...{ mask_seller_discount: yesOrNo, show_print_popup: yesOrNo, merge_receipts: yesOrNo, pin_download: yesOrNo, enable_web_view: yesOrNo },
    ...{ enable_otp: yesOrNo, devices_only: yesOrNo },
  }
  return (name, value) => (value === '' ? '–' : (words[name]?.(value) ?? value) || '–')
}
