// Whether a customer is active; shown by a word, not by colour alone.
import { useTranslations } from 'use-intl'

export function StatusBadge({ is_active }: { is_active: boolean }) {
  const t = useTranslations('customers')
  return <span className={is_active ? 'badge success' : 'badge'}>{is_active ? t('active') : t('stopped')}</span>
}
