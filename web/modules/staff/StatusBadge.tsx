// Whether somebody can come in: yes, not any more, or not yet.
import { useTranslations } from 'use-intl'
import type { Staff } from '../../../contract/staff.ts'

export function StatusBadge({ person: { is_active, is_registering } }: { person: Staff }) {
  const t = useTranslations('staff')
  if (!is_active) return <span className="badge danger">{t('stopped')}</span>
  if (is_registering) return <span className="badge warning">{t('registering')}</span>
  return <span className="badge success">{t('active')}</span>
}
