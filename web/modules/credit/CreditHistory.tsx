// Every booking of credit and every change of a limit in a period, with what they add up to.
import { useTranslations } from 'use-intl'
import { bookingKinds, paymentModes } from '../../../contract/credit.ts'
import { Amount } from '../../kit/Amount.tsx'
import { Facts } from '../../kit/DetailPage.tsx'
import * as format from '../../kit/format.ts'
import { ListPage } from '../../kit/ListPage.tsx'
import { ReportPage } from '../../kit/ReportPage.tsx'
import { useUrlState } from '../../kit/url.ts'
import { useEntryColumns } from './use-entry-columns.tsx'

export default function CreditHistory() {
  const t = useTranslations('money.history')
  const [state] = useUrlState()
  const columns = useEntryColumns()
  const kind = bookingKinds.find((one) => one === state['kind'])
  const payment_mode = paymentModes.find((one) => one === state['payment_mode'])
  const filters = [
    { name: 'kind', label: t('kind'), options: bookingKinds.map((value) => ({ value, label: t(`kinds.${value}`), is: value })) },
    { name: 'payment_mode', label: t('payment_mode'), options: paymentModes.map((value) => ({ value, label: t(`payment_modes.${value}`), is: value })) },
  ]
  return (
    <ReportPage>
      {({ from, to }) => (
        <ListPage
          bare
          tools
          call="walletHistory"
          columns={columns}
          rowKey={(row) => row.entry_id}
          filters={filters}
          input={{ filters: { date_from: from, date_to: to, ...(kind && { kind }), ...(payment_mode && { payment_mode }) } }}
          searchLabel={t('search')}
          nothing={{ title: t('nothing'), hint: t('nothing_hint') }}
          above={({ totals }) => (
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
          )}
        />
      )}
    </ReportPage>
  )
}
