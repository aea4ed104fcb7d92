// Says in words until when a customer's money will last.
import { useTranslations } from 'use-intl'
import { useUntil } from '../../../kit/base/use-future-words.ts'
import type { Details } from './customer-form.ts'

/**
 * If the server names no day on which a customer's money ends, either the money lasts long or the customer is new: its first sale is at most this many days
 * ago, so its pace of sales is not known yet.
 */
const NEW_DAYS = 7

export function useLasts() {
  const t = useTranslations('customers.page')
  const word = useTranslations('words')
  const until = useUntil()
  return ({ lasts_until, wallet, sales_by_day }: Pick<Details, 'lasts_until' | 'wallet' | 'sales_by_day'>) => {
    if (wallet.available <= 0) return t('lasts_nothing')
    if (lasts_until) return until(lasts_until)
    return sales_by_day.slice(0, -NEW_DAYS).some((sold) => sold > 0) ? t('lasts_long') : word('not_known_yet')
  }
}
