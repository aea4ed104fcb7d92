// The screen of one sold ticket, with buttons to print it again and to cancel it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { FailedPage } from '../../../kit/page/OnePage.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { CancelDialog, showsTickets } from './CancelDialog.tsx'
import { wayOf } from './journey.ts'
import { TicketView } from './TicketView.tsx'
import type { Booking } from './use-booking.ts'

export default function BusTicket() {
  const t = useTranslations('buses')
  const field = useTranslations('fields')
  const { bookingId = '' } = useParams()
  const mayCancel = can(useUser(), 'busCancel')
  const [isCancelling, setCancelling] = useState(false)
  const found = useQuery(query('busTicket', { booking_id: bookingId }))
  if (found.isError) return <FailedPage error={found.error} retry={() => found.refetch()} />
  if (!found.data) return null
  const { booking, ticket, ask_with } = found.data
  const facts = [
    { label: field('state'), value: t(`states.${booking.state}`) },
    { label: field('unit_price'), value: format.money(booking.price) },
    ...(booking.refunded === null ? [] : [{ label: field('refunded'), value: format.money(booking.refunded) }]),
    ...booking.trips.map((trip) => ({ label: wayOf(trip), value: format.dateTime(trip.departs) })),
  ]
  const action = mayCancel && booking.state === 'sold' && ask_with === null && (
    <Button variant="default" onClick={() => setCancelling(true)}>
      {t('cancel.title')}
    </Button>
  )
  return (
    <DetailPage title={t('ticket.title')} facts={facts} actions={action}>
      <Outcome booking={booking} mayCancel={mayCancel} />
      {booking.state === 'sold' && <TicketView booking={booking} ticket={ticket} askWith={ask_with} again={() => void found.refetch()} />}
      {isCancelling && <CancelDialog booking={booking} onClose={() => setCancelling(false)} />}
    </DetailPage>
  )
}

function Outcome({ booking: { booking_id, state, refunded }, mayCancel }: { booking: Booking; mayCancel: boolean }) {
  const t = useTranslations('buses')
  const again = useCall('busCancel', { refresh: showsTickets })
  if (state === 'cancelled') return <p className="notice success">{t('cancel.done', { amount: format.money(refunded ?? 0) })}</p>
  if (state === 'checking') return <p className="notice warning">{t('booking.checking')}</p>
  if (state === 'refused') return <p className="notice danger">{t('booking.refused')}</p>
  if (state !== 'cancelling') return null
  return (
    <div className="notice warning stack">
      <p>{t('cancel.checking')}</p>
      {mayCancel && (
        <div>
          {/* The server repeats a cancellation on the terms that it stored with the first request, so `refund_seen` has no effect in this call. */}
          <Button variant="default" disabled={again.isPending} onClick={() => again.mutate({ booking_id, refund_seen: 0 })}>
            {t('cancel.ask_again')}
          </Button>
        </div>
      )}
      <Refusal error={again.error} changes />
    </div>
  )
}
