// The people at the suppliers, with links that write a mail or dial a number. For users who may change contacts a row opens the contact's form.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { supplierContactTasks } from '../../../../contract/goods/supplier-contacts.ts'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { useFieldNames } from '../../../kit/base/field-names.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { NOTHING } from '../../../kit/page/field-format.tsx'
import { LinkButton } from '../../../kit/page/LinkButton.tsx'
import { useTaskNames } from './SupplierContactFields.tsx'

type Contact = Row<'supplierContactsList'>

export default function SupplierContactList() {
  const t = useTranslations('goods.contacts')
  const task = useTaskNames()
  const nameOf = useFieldNames()
  const user = useUser()
  const suppliers = useQuery(query('suppliersList', { limit: 100 })).data?.content ?? []
  const columns: Column<Contact>[] = [
    { key: 'name', sort: 'name', fact: true },
    { key: 'company', sort: 'company', fact: true },
    { key: 'task', words: wordsOf(supplierContactTasks, task) },
    {
      key: 'telephone',
      fact: true,
      cell: ({ telephone }) =>
        telephone ? (
          <a className="nowrap" href={`tel:${telephone.replaceAll(' ', '')}`}>
            {telephone}
          </a>
        ) : (
          NOTHING
        ),
    },
    { key: 'email', cell: ({ email }) => (email ? <a href={`mailto:${email}`}>{email}</a> : NOTHING) },
    { key: 'remarks' },
  ]
  const filters: Filter[] = [
    { name: 'task', label: nameOf('task') ?? '', options: supplierContactTasks.map((code) => ({ value: code, label: task(code), is: code })) },
    {
      name: 'supplier_id',
      label: nameOf('supplier') ?? '',
      options: suppliers.map(({ supplier_id, company }) => ({ value: supplier_id, label: company, is: supplier_id })),
    },
  ]
  return (
    <ListPage
      call="supplierContactsList"
      columns={columns}
      rowKey={(row) => row.supplier_contact_id}
      link={(row) => (can(user, 'supplierContactUpdate') ? `/supplier-contact/edit/${row.supplier_contact_id}` : undefined)}
      filters={filters}
      searchLabel={t('search')}
      sort="company"
      actions={<AddButton />}
      nothing={{ title: t('nothing'), hint: t('nothing_hint'), action: <AddButton /> }}
    />
  )
}

function AddButton() {
  const t = useTranslations('house.screens')
  const [{ supplier_id }] = useUrlState()
  const to = `/supplier-contact/add${supplier_id ? `?supplier_id=${supplier_id}` : ''}`
  return can(useUser(), 'supplierContactAdd') && <LinkButton to={to}>{t('supplier_contact_add')}</LinkButton>
}
