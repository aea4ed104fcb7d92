// The screen that credits a customer: tops up its balance or sets its credit limit. Nothing is shown as booked before the server confirms it.

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useNavigate, useParams } from '../../../kit/router/Pages.tsx'
import { BookingReceipt } from './BookingReceipt.tsx'
import { CreditForm } from './CreditForm.tsx'
import { type Booked, useBooking } from './use-booking.ts'

export default function CreditAdd() {
  const t = useTranslations('sales.booking')
  const params = useParams()
  const navigate = useNavigate()
  const [booked, setBooked] = useState<Booked>()
  const [round, setRound] = useState(0)
  const { send, unknown, refusal } = useBooking(setBooked)
  function another() {
    setBooked(undefined)
    setRound(round + 1)
    navigate('/customer/credit/add')
  }
  return (
    <div className="stack">
      <PageTitle />
      {unknown && (
        <div role="status" className="notice warning">
          <b>{t('unknown', { amount: format.money(unknown.input.amount), customer: unknown.customer_name, time: format.time(unknown.begun_at) })}</b>
          <p>{t('unknown_hint')}</p>
        </div>
      )}
      <Refusal error={refusal} />
      {booked ? (
        <BookingReceipt booked={booked} another={another} />
      ) : (
        <CreditForm key={`${params.customerId} ${round}`} fixed_id={params.customerId} send={send} />
      )}
    </div>
  )
}
