// The user's own organisation: what its parent booked, and how the limit changed.
import { useTranslations } from 'use-intl'
import { bookingKinds } from '../../../contract/credit.ts'
import { ListPage } from '../../kit/ListPage.tsx'
import { ReportPage } from '../../kit/ReportPage.tsx'
import { BookingTotals } from './BookingTotals.tsx'
import { useBookedColumns } from './use-entry-columns.tsx'

export default function OwnCredit() {
  const t = useTranslations('money.history')
  const columns = useBookedColumns()
  const filters = [{ name: 'kind', label: t('kind'), options: bookingKinds.map((value) => ({ value, label: t(`kinds.${value}`), is: value })) }]
  return (
    <ReportPage usual="this_month">
      {({ from, to }) => (
        <ListPage
          bare
          tools
          call="walletOwn"
          columns={columns}
          rowKey={(row) => row.entry_id}
          filters={filters}
          input={{ filters: { date_from: from, date_to: to } }}
          nothing={{ title: t('nothing'), hint: t('nothing_own_hint') }}
          above={({ totals }) => <BookingTotals totals={totals} />}
        />
      )}
    </ReportPage>
  )
}
