// Which customers a person has managed, from when to when, and who assigned them.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'

type Assignment = Row<'staffAssignHistory'>

export default function StaffHistory() {
  const t = useTranslations('staff.history')
  const field = useTranslations('fields')
  const columns: Column<Assignment>[] = [
    { key: 'full_name', header: field('person'), cell: (row) => <InnerLink to={`/staff/customers/${row.user_id}`}>{row.full_name}</InnerLink> },
    { key: 'customer_name' },
    {
      key: 'from',
      field: ['assigned_at', 'assigned_by'],
      header: field('date_from'),
      cell: (row) => t('by', { time: format.dateTime(row.assigned_at), name: row.assigned_by }),
    },
    {
      key: 'until',
      field: ['ended_at', 'ended_by'],
      header: t('until'),
      cell: (row) => (row.ended_at ? t('by', { time: format.dateTime(row.ended_at), name: row.ended_by }) : <span className="badge success">{t('now')}</span>),
    },
  ]
  const filters: Filter[] = [{ name: 'current', label: t('current'), options: [{ value: '1', label: t('current'), is: true }] }]
  return (
    <ListPage
      call="staffAssignHistory"
      columns={columns}
      rowKey={(row) => row.assignment_id}
      filters={filters}
      searchLabel={t('search')}
      nothing={{ title: t('none'), hint: t('none_hint') }}
    />
  )
}
