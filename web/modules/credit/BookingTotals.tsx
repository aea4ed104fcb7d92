// What the bookings of a list add up to.
import { useTranslations } from 'use-intl'
import type { Output } from '../../kit/api.ts'
import { Totals } from '../../kit/Totals.tsx'

export function BookingTotals({ totals }: { totals: Output<'walletHistory'>['totals'] }) {
  const t = useTranslations('money.history')
  return <Totals call="walletHistory" totals={totals} labels={{ bookings: t('bookings'), amount: t('booked'), limits: t('limits') }} />
}
