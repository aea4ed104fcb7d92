// The columns of a booking, the same in every list of bookings. The customer's own list leaves out what only its parent organisation may see.
import { useMessages, useTranslations } from 'use-intl'
import { bookingKinds, paymentModes } from '../../../../contract/customers/credit.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'

type Entry = Row<'walletHistory'>
type Booked = Row<'walletOwn'>

export function useEntryColumns(): Column<Entry>[] {
  const field = useTranslations('fields')
  const [at, ...booked] = useBookedColumns()
  return [at, { key: 'customer_name' }, ...booked, { key: 'created_by', header: field('by') }, { key: 'remarks', header: field('note') }]
}

export function useBookedColumns(): [Column<Booked>, ...Column<Booked>[]] {
  const kinds = useBookingWords()
  const word = useTranslations('words')
  const field = useTranslations('fields')
  return [
    { key: 'created_at', header: field('at') },
    { key: 'kind', words: wordsOf(bookingKinds, (kind) => kinds[kind]), cell: (row) => <Kind row={row} /> },
    { key: 'amount' },
    { key: 'payment_mode', words: wordsOf(paymentModes, (one) => word(`payment_modes.${one}`)) },
    { key: 'before' },
    { key: 'after' },
  ]
}

export const useBookingWords = () => useMessages().words.bookings

/** Shows the kind of a booking; a correction also names the booking that it corrects. */
function Kind({ row: { kind, corrects } }: { row: Pick<Booked, 'kind' | 'corrects'> }) {
  const t = useTranslations('credit')
  const kinds = useBookingWords()
  if (!corrects) return kinds[kind]
  return (
    <>
      {kinds[kind]}
      <div className="muted">{t('correct.corrects', { amount: format.money(corrects.amount), at: format.dateTime(corrects.created_at) })}</div>
    </>
  )
}
