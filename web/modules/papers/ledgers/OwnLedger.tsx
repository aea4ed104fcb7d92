// The ledger of the user's own organisation.

import { BalanceLine } from '../../../kit/charts/charts.tsx'
import { ReportList } from '../../../kit/list/ReportList.tsx'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import { AccountStatement } from './AccountStatement.tsx'
import { useLedger } from './use-ledger.tsx'

export default function OwnLedger() {
  const ledger = useLedger()
  return (
    <ReportPage usual="this_month" compares actions={(report) => <AccountStatement period={report} />}>
      {(report) => (
        <ReportList
          report={report}
          call="ledgerOwn"
          {...ledger}
          input={(days) => ({ filters: days })}
          chart={<BalanceLine span={report} compared={report.compared} />}
        />
      )}
    </ReportPage>
  )
}
