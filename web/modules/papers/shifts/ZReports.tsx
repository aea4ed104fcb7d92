// The shift at this till with the button for the end of the day, and below it past Z-reports, which can be viewed and printed again unchanged.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ZReport } from '../../../../contract/papers/shifts.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { ask, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { ReportList } from '../../../kit/list/ReportList.tsx'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { type Closing, rememberedEnd } from './day-ends.ts'
import { CountRule, OtherTills } from './OtherTills.tsx'
import { ShiftCard } from './ShiftCard.tsx'
import { ZDialog } from './ZDialog.tsx'

/** Loaded when a day is ended, because it contains a form. */
const EndOfDay = lazy(async () => ({ default: (await import('./EndOfDay.tsx')).EndOfDay }))

export default function ZReports() {
  const t = useTranslations('shifts')
  const field = useTranslations('fields')
  const user = useUser()
  const [report, setReport] = useState<ZReport>()
  // If the end of a day was interrupted, for example by a reload, its dialog opens again and continues.
  const [closing, setClosing] = useState<Closing | undefined>(
    () => rememberedEnd(user.user_id, undefined) && { till_id: undefined, username: user.username, counts: false },
  )
  const [error, setError] = useState<unknown>()
  const show = (document_id: string) => ask('zReportDetails', { document_id }).then((answer) => setReport(answer.report), setError)
  const columns = useColumns(show, user.mask_seller_discount === 1)
  const top = (
    <>
      <ShiftCard show={setReport} close={setClosing} />
      {can(user, 'shiftsOpen') && <OtherTills close={setClosing} />}
      <Refusal error={error} />
    </>
  )
  return (
    <>
      <ReportPage usual="this_month" first={top}>
        {(period) => (
          <>
            <ReportList
              report={period}
              call="zReportsList"
              columns={columns}
              rowKey={(row) => row.document_id}
              input={(days) => ({ filters: days })}
              searchLabel={t('search')}
              nothing={{ title: t('nothing'), hint: t('nothing_hint') }}
              labels={{ sales: field('sales'), face_total: field('sale_count'), refunds_total: field('refunds') }}
            />
            {can(user, 'shiftRulesUpdate') && <CountRule />}
          </>
        )}
      </ReportPage>
      {closing && (
        <Suspense>
          <EndOfDay closing={closing} onClose={() => setClosing(undefined)} />
        </Suspense>
      )}
      {report && <ZDialog report={report} onClose={() => setReport(undefined)} />}
    </>
  )
}

function useColumns(show: (document_id: string) => void, isMasked: boolean): Column<Row<'zReportsList'>>[] {
  const t = useTranslations('shifts')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const named = useNamed()
  return [
    { key: 'number', header: field('number_short') },
    { key: 'closed_at', fact: true, header: t('closed_at') },
    { key: 'opened_at', header: t('opened_at') },
    { key: 'username', fact: true },
    { key: 'device' },
    { key: 'sales' },
    { key: 'quantity' },
    { key: 'face_total', fact: true, header: field('sale_count') },
    ...(isMasked ? [] : [{ key: 'bought_total' as const, header: t('bought_total') }]),
    { key: 'refunds_total', header: field('refunds') },
    { key: 'difference', header: t('difference') },
    {
      key: 'action',
      field: null,
      cell: (row) => (
        <Button size="xs" variant="default" aria-label={named(word('show'), String(row.number))} onClick={() => show(row.document_id)}>
          {word('show')}
        </Button>
      ),
    },
  ]
}
