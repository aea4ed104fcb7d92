// The names of the totals that lists of bookings show.
import { useTranslations } from 'use-intl'

export function useTotals() {
  const t = useTranslations('credit.history')
  const field = useTranslations('fields')
  return { bookings: field('bookings'), amount: t('booked'), limits: t('limits') }
}
