// The labels of a person's fields, for the forms that add and edit a person.
import { useTranslations } from 'use-intl'

export function useLabels() {
  const t = useTranslations('staff')
  const field = useTranslations('fields')
  return {
    full_name: t('full_name'),
    customer_id: field('organisation'),
    otp_type: field('code_channel'),
    login_approval: t('approval'),
    internal_role: t('form.role'),
    is_active: field('state'),
  }
}
