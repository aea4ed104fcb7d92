// Shows the terms on which a ticket can be cancelled now, and cancels it on exactly these terms.

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { difference } from '../../../../contract/kit/cents.ts'
import { query, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import type { Booking } from './use-booking.ts'

export const showsTickets = ['busTicket', 'busTickets', 'busTerms', 'balance'] as const

export function CancelDialog({ booking: { booking_id, price }, onClose }: { booking: Booking; onClose: () => void }) {
  const t = useTranslations('buses.cancel')
  const terms = useQuery({ ...query('busTerms', { booking_id }), staleTime: 0 })
  const cancel = useCall('busCancel', { refresh: showsTickets, done: onClose })
  if (terms.isError)
    return (
      <Dialog title={t('title')} onClose={onClose}>
        <Failed error={terms.error} retry={() => terms.refetch()} />
      </Dialog>
    )
  if (!terms.data) return null
  const { is_possible, refund, until } = terms.data
  if (!is_possible || refund === null)
    return (
      <Dialog title={t('title')} onClose={onClose}>
        <p className="notice warning">{t('impossible')}</p>
      </Dialog>
    )
  return (
    <Confirm
      title={t('title')}
      confirm={t('confirm', { amount: format.money(refund) })}
      danger
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate({ booking_id, refund_seen: refund })}
      onClose={onClose}
    >
      <p>
        <b>{t('terms', { amount: format.money(refund) })}</b>
      </p>
      <p className="muted">{t('fee', { amount: format.money(difference(price, refund)) })}</p>
      {until && <p className="muted">{t('until', { time: format.dateTime(until) })}</p>}
      <Refusal error={cancel.error} changes />
    </Confirm>
  )
}
