// Whether a person can sign in: yes, no longer, or not yet.
import { useTranslations } from 'use-intl'
import type { Staff } from '../../../../contract/people/staff.ts'

const looks = { active: 'success', registering: 'warning', stopped: 'danger' } as const

export function StatusBadge({ person: { state } }: { person: Staff }) {
  const words = useStateWords()
  return <span className={`badge ${looks[state]}`}>{words[state]}</span>
}

export function useStateWords(): Record<Staff['state'], string> {
  const t = useTranslations('staff')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  return { active: field('is_active'), registering: t('registering'), stopped: word('suspended') }
}
