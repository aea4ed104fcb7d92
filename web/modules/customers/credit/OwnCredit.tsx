// The credit of the user's own organisation: its parent's bookings, and changes of its limit.
import { useTranslations } from 'use-intl'
import { bookingKinds } from '../../../../contract/customers/credit.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { ReportList } from '../../../kit/list/ReportList.tsx'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import { OwnReminders } from './OwnReminders.tsx'
import { PayIn } from './PayIn.tsx'
import { useBookedColumns, useBookingWords } from './use-entry-columns.tsx'
import { useTotals } from './use-totals.ts'

export default function OwnCredit() {
  const t = useTranslations('credit.history')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const columns = useBookedColumns()
  const totals = useTotals()
  const kinds = useBookingWords()
  const mayChoose = can(useUser(), 'ownReminders')
  const filters = [{ name: 'kind', label: field('kind'), options: bookingKinds.map((value) => ({ value, label: kinds[value], is: value })) }]
  return (
    <ReportPage usual="this_month" compares actions={() => <PayIn />}>
      {(report) => (
        <ReportList
          report={report}
          call="walletOwn"
          columns={columns}
          rowKey={(row) => row.entry_id}
          filters={filters}
          input={(days) => ({ filters: days })}
          nothing={{ title: t('nothing'), hint: word('choose_longer_period') }}
          labels={totals}
          // The reminders are drawn only after the list, because an empty list is lower than the placeholders of its rows, and the reminders would move.
          {...(mayChoose && { below: () => <OwnReminders /> })}
        />
      )}
    </ReportPage>
  )
}
