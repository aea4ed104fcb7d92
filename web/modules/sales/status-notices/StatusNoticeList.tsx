// The list of status notices. A row opens the notice's form for users who may change notices.
import { useTranslations } from 'use-intl'
import { statusNoticeKinds } from '../../../../contract/sales/status-notices.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { useFieldNames } from '../../../kit/base/field-names.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { LinkButton } from '../../../kit/page/LinkButton.tsx'

export default function StatusNoticeList() {
  const word = useTranslations('words')
  const nameOf = useFieldNames()
  const mayChange = can(useUser(), 'statusNoticeUpdate')
  const columns: Column<Row<'statusNoticesList'>>[] = [
    { key: 'headline', sort: 'headline' },
    { key: 'kind', header: nameOf('product_type'), words: wordsOf(statusNoticeKinds, (code) => word(`status_notice_kinds.${code}`)) },
    { key: 'valid_from', sort: 'valid_from' },
    { key: 'valid_until' },
    { key: 'changed_at' },
  ]
  const filters: Filter[] = [
    {
      name: 'kind',
      label: nameOf('product_type') ?? '',
      options: statusNoticeKinds.map((code) => ({ value: code, label: word(`status_notice_kinds.${code}`), is: code })),
    },
  ]
  return (
    <ListPage
      call="statusNoticesList"
      columns={columns}
      rowKey={(row) => row.status_notice_id}
      link={(row) => (mayChange ? `/status-notice/edit/${row.status_notice_id}` : undefined)}
      filters={filters}
      searchLabel={nameOf('headline') ?? ''}
      sort="-valid_from"
      actions={<AddButton />}
      nothing={{ hint: word('add_the_first'), action: <AddButton /> }}
    />
  )
}

function AddButton() {
  const t = useTranslations('house.screens')
  return can(useUser(), 'statusNoticeAdd') && <LinkButton to="/status-notice/add">{t('status_notice_add')}</LinkButton>
}
