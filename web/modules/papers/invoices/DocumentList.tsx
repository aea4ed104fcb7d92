// A list of a period's documents with their totals: invoices or corrections, issued or received by the organisation.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { invoiceKinds, invoiceStates } from '../../../../contract/papers/invoices.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { ReportList } from '../../../kit/list/ReportList.tsx'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { Remind } from './Remind.tsx'
import { viewOf } from './views.ts'

type Call = 'invoicesList' | 'reclamationInvoicesList'
type Props = {
  call: Call
  received?: boolean
  customer_id?: string
  title?: string
  /** A button beside the title, and what it shows below the title. */
  action?: ReactNode
  first?: ReactNode
}

const looks = { open: 'badge', partly_paid: 'badge warning', overdue: 'badge danger', paid: 'badge success', cancelled: 'badge' } as const
const corrections: readonly string[] = ['reclamation', 'gross_reclamation']

export function DocumentList({ call, received = false, customer_id, title, action, first }: Props) {
  const t = useTranslations('invoices')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const mayRemind = can(useUser(), 'invoicesRemind') && !received && call === 'invoicesList'
  const isCorrection = call === 'reclamationInvoicesList'
  // Only a document's issuer sees how its customers are billed; the platform bills nobody.
  const bills = useUser().account_role === accountRole.reseller
  const other: Column<Row<Call>> = received
    ? { key: 'issuer_name', fact: true, header: t('issuer') }
    : {
        key: 'customer_name',
        fact: true,
        ...(bills && { cell: (row: Row<Call>) => <InnerLink to={`/invoice/${row.customer_id}`}>{row.customer_name}</InnerLink> }),
      }
  const columns: Column<Row<Call>>[] = [
    { key: 'document_no', header: field('number') },
    // State and open amount come before names of any length, so that unpaid documents are visible without scrolling sideways, on a tablet too.
    { key: 'state', fact: true, header: field('stage'), words: wordsOf(invoiceStates, (state) => t(`states.${state}`)), looks },
    { key: 'open' },
    ...(customer_id ? [] : [other]),
    { key: 'kind', header: field('product_type'), words: wordsOf(invoiceKinds, (kind) => t(`kinds.${kind}`)) },
    { key: 'total', fact: true },
    { key: 'period', field: ['date_from', 'date_to'], cell: (row) => <Period row={row} /> },
    { key: 'issued_on', header: t('issued_on') },
    ...(isCorrection ? [{ key: 'corrects_no' as const, header: t('corrects') }] : [{ key: 'due_on' as const, header: t('due_on'), extra: true as const }]),
    { key: 'net', header: t('net') },
    { key: 'tax', header: field('vat'), extra: true },
  ]
  const nothing = isCorrection
    ? { title: t('none_corrections'), hint: t('none_corrections_hint') }
    : { title: received ? t('none_received') : t('none'), hint: received ? word('choose_another') : t('none_hint') }
  const kinds = invoiceKinds.filter((kind) => corrections.includes(kind) === isCorrection)
  const filters: Filter[] = [
    { name: 'state', label: field('stage'), options: invoiceStates.map((state) => ({ value: state, label: t(`states.${state}`), is: state })) },
    { name: 'kind', label: field('product_type'), options: kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`), is: kind })) },
  ]
  return (
    <ReportPage usual="this_year" {...(title && { title })} {...(action && { actions: () => action })} first={first}>
      {(report) => (
        <ReportList
          report={report}
          call={call}
          across={!received && !customer_id}
          columns={columns}
          rowKey={(row) => row.invoice_id}
          link={viewOf}
          filters={filters}
          input={(days) => ({ filters: { ...days, received, ...(customer_id && { customer_id }) } })}
          searchLabel={t('search')}
          nothing={{
            ...nothing,
            action: !received && <GenerateButton call={call} />,
          }}
          {...(mayRemind && { bulk: (picked) => <Remind {...picked} /> })}
          labels={{ documents: t('documents'), net: t('net'), tax: field('vat'), total: field('total'), open: field('open') }}
        />
      )}
    </ReportPage>
  )
}

const Period = ({ row }: { row: Row<Call> }) => <span className="nowrap">{`${format.day(row.date_from)} – ${format.day(row.date_to)}`}</span>

function GenerateButton({ call }: { call: Call }) {
  const screen = useTranslations('house.screens')
  const user = useUser()
  if (!can(user, 'invoicesGenerate')) return null
  return (
    <Button component={Link} to={call === 'invoicesList' ? '/invoice-generate' : '/invoice-generate-reclamation'}>
      {call === 'invoicesList' ? screen('invoices_generate') : screen('invoice_corrections_generate')}
    </Button>
  )
}
