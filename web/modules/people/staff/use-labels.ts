// Labels of a person's fields, for both forms.
import { useTranslations } from 'use-intl'

export function useLabels() {
  const t = useTranslations('staff')
  const names = ['full_name', 'username', 'email', 'mobile', 'job_role', 'language'] as const
  return {
    ...(Object.fromEntries(names.map((name) => [name, t(name)])) as Record<(typeof names)[number], string>),
    customer_id: t('organisation'),
    otp_type: t('code'),
    login_approval: t('approval'),
    internal_role: t('form.role'),
    flags: t('form.rights'),
    is_active: t('status'),
    reason: t('stop.reason'),
  }
}
