// Says the result of a connection's test in words. A reason without a text of ours is shown as the supplier worded it.
import { useTranslations } from 'use-intl'
import { useReasons } from '../../../kit/page/supplier-reasons.ts'

export function useTestWords(): (outcome: string) => string {
  const t = useTranslations('connections')
  const word = useTranslations('words')
  const reasons = useReasons()
  return (outcome) =>
    outcome === '' ? word('never_capital') : outcome === 'done' ? t('test_done') : outcome === 'not_asked' ? t('test_not_asked') : reasons(outcome)
}
