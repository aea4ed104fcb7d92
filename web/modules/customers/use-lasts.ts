// Until when a customer's money lasts, in words.
import { useTranslations } from 'use-intl'
import { useUntil } from '../../kit/use-until.ts'
import type { Details } from './customer-form.ts'

export function useLasts() {
  const t = useTranslations('people.page')
  const until = useUntil()
  return ({ lasts_until, wallet }: Pick<Details, 'lasts_until' | 'wallet'>) => {
    if (wallet.available <= 0) return t('lasts_nothing')
    return lasts_until ? until(lasts_until) : t('lasts_unknown')
  }
}
