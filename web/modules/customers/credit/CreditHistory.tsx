// Every credit booking of a period with its totals, and the log of credit limits: before, after, who and why.
import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { bookingKinds, paymentModes } from '../../../../contract/customers/credit.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { loadArea } from '../../../kit/base/language.tsx'
import type { Row } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { ReportList } from '../../../kit/list/ReportList.tsx'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import type { Period } from '../../../kit/page/period.ts'
import type { Report } from '../../../kit/page/report.ts'
import type { Corrected, Entry } from './CorrectBooking.tsx'
import { useBookingWords, useEntryColumns } from './use-entry-columns.tsx'
import { useTotals } from './use-totals.ts'
import { Views } from './Views.tsx'

/** The dialog uses the texts of the booking form, which are loaded when it opens. */
const CorrectBooking = lazy(async () => {
  await loadArea('sales')
  return { default: (await import('./CorrectBooking.tsx')).CorrectBooking }
})

export default function CreditHistory() {
  const t = useTranslations('credit.history')
  const field = useTranslations('fields')
  const [state] = useUrlState()
  const views = [
    { value: 'bookings', label: t('views.bookings') },
    { value: 'limits', label: t('views.limits') },
  ] as const
  const choice = <Views label={field('view')} views={views} />
  return (
    <ReportPage usual="this_month" compares={state['view'] !== 'limits'}>
      {(report) => (state['view'] === 'limits' ? <Limits period={report} more={choice} /> : <Bookings report={report} more={choice} />)}
    </ReportPage>
  )
}

function Bookings({ report, more }: { report: Report; more: ReactNode }) {
  const t = useTranslations('credit.history')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const totals = useTotals()
  const kinds = useBookingWords()
  const [correcting, setCorrecting] = useState<Entry>()
  const [corrected, setCorrected] = useState<Corrected>()
  const mayCorrect = can(useUser(), 'walletCorrect')
  const entryColumns = useEntryColumns()
  const columns = mayCorrect ? [...entryColumns, actionColumn(field('action'), setCorrecting)] : entryColumns
  const filters = [
    { name: 'kind', label: field('kind'), options: bookingKinds.map((value) => ({ value, label: kinds[value], is: value })) },
    { name: 'payment_mode', label: field('payment_mode'), options: paymentModes.map((value) => ({ value, label: word(`payment_modes.${value}`), is: value })) },
  ]
  return (
    <>
      {corrected && <CorrectedNotice change={corrected} />}
      <ReportList
        report={report}
        call="walletHistory"
        columns={columns}
        rowKey={(row) => row.entry_id}
        more={more}
        filters={filters}
        input={(days) => ({ filters: days })}
        searchLabel={t('search')}
        nothing={{ title: t('nothing'), hint: t('nothing_hint') }}
        labels={totals}
      />
      <Suspense>
        {correcting && (
          <CorrectBooking
            entry={correcting}
            onClose={() => setCorrecting(undefined)}
            done={(change) => {
              setCorrected(change)
              setCorrecting(undefined)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

const actionColumn = (header: string, correct: (entry: Entry) => void): Column<Entry> => ({
  key: 'action',
  field: null,
  header,
  cell: (row) => <Correction row={row} correct={correct} />,
})

function Correction({ row, correct }: { row: Entry; correct: (entry: Entry) => void }) {
  const t = useTranslations('credit.correct')
  const named = useNamed()
  if (row.correction === null) return '–'
  if (row.correction !== 'possible') return <span className="muted">{t(`state.${row.correction}`)}</span>
  return (
    <Button size="xs" variant="default" aria-label={named(t('action'), row.customer_name)} onClick={() => correct(row)}>
      {t('action')}
    </Button>
  )
}

function Limits({ period: { from, to }, more }: { period: Period; more: ReactNode }) {
  const t = useTranslations('credit.history')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const columns: Column<Row<'creditLogs'>>[] = [
    { key: 'created_at', header: field('at') },
    { key: 'customer_name' },
    { key: 'before', header: t('limit_before') },
    { key: 'after', header: t('limit_after') },
    { key: 'amount', header: field('difference') },
    { key: 'created_by', header: field('by') },
    { key: 'remarks', header: field('note') },
  ]
  return (
    <ListPage
      bare
      tools
      call="creditLogs"
      columns={columns}
      rowKey={(row) => row.entry_id}
      more={more}
      input={{ filters: { date_from: from, date_to: to } }}
      searchLabel={t('search')}
      nothing={{ title: t('no_limits'), hint: word('choose_longer_period') }}
    />
  )
}

/** Shows the outcome of the correction that the user has just made. */
function CorrectedNotice({ change }: { change: Corrected }) {
  const t = useTranslations('credit.correct')
  const screen = useTranslations('house.screens')('credit_requests')
  const isBooked = change.state === 'booked'
  return (
    <p role="status" className={`notice ${isBooked ? 'success' : 'warning'}`}>
      {isBooked ? t('booked', { amount: format.money(change.amount), balance: format.money(change.balance_after) }) : t('waits', { screen })}
    </p>
  )
}
