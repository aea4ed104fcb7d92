// The name of a button or field in a row, for screen readers: its action, then its row. Each language has its own punctuation between the two.
import { useTranslations } from 'use-intl'

export function useNamed() {
  const t = useTranslations('house')
  return (what: string, which: string | number) => t('named', { what, which: String(which) })
}
