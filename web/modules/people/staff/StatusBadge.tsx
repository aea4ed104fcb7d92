// Whether a person can sign in: yes, no longer, or not yet.
import { useTranslations } from 'use-intl'
import type { Staff } from '../../../../contract/people/staff.ts'

const looks = { active: 'success', registering: 'warning', stopped: 'danger' } as const

export function StatusBadge({ person: { state } }: { person: Staff }) {
  const t = useTranslations('staff')
  return <span className={`badge ${looks[state]}`}>{t(state)}</span>
}
