// Writes the value of a customer's field in words: the previous value, or the one that somebody else saved.
import { useTranslations } from 'use-intl'
import { organisationTypes, shopTypes } from '../../../../contract/customers/customers.ts'
import * as format from '../../../kit/base/format.ts'
import { languageNames, useLanguage } from '../../../kit/base/language.tsx'
import { countryNames } from '../../../kit/form/countries.ts'
import { isBlank, isUnread } from '../../../kit/form/form-values.ts'
import type { FieldName } from './customer-form.ts'
import { usePlans } from './use-plans.ts'

/** Returns a function that writes a field's value in words. */
export function useWords(): (name: FieldName, value: unknown) => string {
  const t = useTranslations('customers')
  const word = useTranslations('words')
  const nameOf = countryNames(useLanguage())
  const plans = usePlans() ?? []
  const words: Partial<Record<FieldName, (value: string) => string | undefined>> = {
    country: nameOf,
    organisation_type: (value) => organisationTypes.filter((one) => one === value).map((one) => t(`organisation_types.${one}`))[0],
    shop_type: (value) => shopTypes.filter((one) => one === value).map((one) => t(`shop_types.${one}`))[0],
    default_language: (value) => Object.entries(languageNames).find(([code]) => code === value)?.[1],
    template: (value) => t('form.template', { n: String(Number(value) + 1) }),
    plan_id: (value) => plans.find((plan) => plan.value === value)?.label ?? t('words.other_plan'),
  }
  return (name, value) => {
    if (typeof value === 'boolean') return word(value ? 'yes_small' : 'no_small')
    if (name === 'flags' && Array.isArray(value)) return t('words.rights', { n: value.length, count: format.count(value.length) })
    if (Array.isArray(value)) return value.join(', ') || '–'
    const text = isBlank(value) ? '' : isUnread(value) ? value.unread : String(value)
    return text === '' ? '–' : (words[name]?.(text) ?? text) || '–'
  }
}
