// The ledger of a customer, who is chosen by typing and kept in the address.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { BalanceLine } from '../../../kit/charts/charts.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { ReportList } from '../../../kit/list/ReportList.tsx'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import { Empty } from '../../../kit/page/Empty.tsx'
import { AccountStatement } from './AccountStatement.tsx'
import { useLedger } from './use-ledger.tsx'

export default function CustomerLedger() {
  const t = useTranslations('ledgers')
  const field = useTranslations('fields')
  const ledger = useLedger()
  const [state, change] = useUrlState()
  const customer_id = state['customer'] ?? ''
  const user = useUser()
  const enabled = customer_id !== '' && can(user, 'customersListShort')
  const asked = useQuery({ ...query('customersListShort', { filters: { customer_id } }), enabled })
  const chosen = asked.data?.content.find((row) => row.customer_id === customer_id)
  return (
    <ReportPage
      usual="this_month"
      compares
      title={chosen?.name}
      actions={(report) => customer_id !== '' && <AccountStatement customer_id={customer_id} period={report} />}
      about={() => (
        <Combobox
          id="customer"
          label={field('customer')}
          value={customer_id}
          onChange={(value) => change({ customer: String(value) || undefined, page: undefined })}
          onBlur={() => undefined}
          error={undefined}
          required
          inRow
          call="customersListShort"
          option={(row) => ({ value: row.customer_id, label: row.name })}
          known={chosen && { value: chosen.customer_id, label: chosen.name }}
        />
      )}
    >
      {(report) =>
        customer_id === '' ? (
          <Empty title={t('choose')} hint={t('choose_hint')} />
        ) : (
          <ReportList
            key={customer_id}
            report={report}
            call="ledgerCustomer"
            {...ledger}
            input={(days) => ({ customer_id, filters: days })}
            chart={<BalanceLine span={report} compared={report.compared} customer_id={customer_id} />}
          />
        )
      }
    </ReportPage>
  )
}
