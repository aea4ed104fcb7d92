// Whether a customer is active; shown by a word, not by colour alone.
import { useTranslations } from 'use-intl'

export function StatusBadge({ is_active }: { is_active: boolean }) {
  const word = useTranslations('words')
  const field = useTranslations('fields')
  return <span className={is_active ? 'badge success' : 'badge'}>{is_active ? field('is_active') : word('suspended')}</span>
}
