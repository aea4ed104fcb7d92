// The result of a connection's test, in words; in the supplier's own words where we have none.
import { useTranslations } from 'use-intl'

export function useTestWords(): (outcome: string) => string {
  const t = useTranslations('connections')
  const word = useTranslations('words')
  return (outcome) => (outcome === '' ? word('never_capital') : outcome === 'done' ? t('test_done') : outcome === 'not_asked' ? t('test_not_asked') : outcome)
}
