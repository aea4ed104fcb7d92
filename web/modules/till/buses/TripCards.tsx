// The trips of a booking, in the order of travel.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { wayOf } from './journey.ts'
import type { Booking } from './use-booking.ts'

export function TripCards({ booking: { trips } }: { booking: Booking }) {
  const t = useTranslations('buses')
  const field = useTranslations('fields')
  return (
    <section className="card stack">
      {trips.map((trip, i) => (
        <div key={trip.trip_id} className="stack">
          <h2>
            {i === 0 ? t('results.out') : t('results.back')}: {wayOf(trip)}
          </h2>
          <Facts
            facts={[
              { label: field('departs'), value: format.dateTime(trip.departs) },
              { label: t('ticket.arrives'), value: format.dateTime(trip.arrives) },
              { label: field('unit_price'), value: format.money(trip.price) },
            ]}
          />
        </div>
      ))}
    </section>
  )
}
