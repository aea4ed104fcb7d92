// The name of a button or field in a row, for people who only hear it: what it does, then to what. Each language sets its own colon.
import { useTranslations } from 'use-intl'

export function useNamed() {
  const t = useTranslations('house')
  return (what: string, which: string | number) => t('named', { what, which: String(which) })
}
