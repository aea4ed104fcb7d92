// What the bookings of a list add up to.
import { useTranslations } from 'use-intl'
import type { Output } from '../../kit/api.ts'
import type { Figure } from '../../kit/Figures.tsx'
import * as format from '../../kit/format.ts'

export function useFigures() {
  const t = useTranslations('money.history')
  return ({ bookings, amount, limits }: Output<'walletHistory'>['totals']): Figure[] => [
    { label: t('bookings'), value: bookings, show: format.count },
    { label: t('booked'), value: amount, show: format.money },
    { label: t('limits'), value: limits, show: format.money },
  ]
}
