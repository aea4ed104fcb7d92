// What the bookings of a list add up to.
import { useTranslations } from 'use-intl'
import { Amount } from '../../kit/Amount.tsx'
import type { Output } from '../../kit/api.ts'
import { Facts } from '../../kit/DetailPage.tsx'
import * as format from '../../kit/format.ts'

export function Totals({ totals }: { totals: Output<'walletHistory'>['totals'] }) {
  const t = useTranslations('money.history')
  return (
    <div className="card">
      <Facts
        big
        facts={[
          { label: t('bookings'), value: format.count(totals.bookings) },
          { label: t('booked'), value: <Amount value={totals.amount} /> },
          { label: t('limits'), value: <Amount value={totals.limits} /> },
        ]}
      />
    </div>
  )
}
