// Suppliers with what they delivered. A row opens its details for those who may change them.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import * as format from '../../kit/format.ts'
import { ListPage } from '../../kit/ListPage.tsx'
import type { Column } from '../../kit/ListTable.tsx'
import { yesNo } from '../../kit/list-columns.ts'
import type { Filter, Row } from '../../kit/list-state.ts'

type Supplier = Row<'suppliersList'>

export default function SupplierList() {
  const t = useTranslations('goods.suppliers')
  const mayChange = can(useUser(), 'supplierUpdate')
  const columns: Column<Supplier>[] = [
    { key: 'company', header: t('company'), cell: (row) => row.company, sort: 'company' },
    { key: 'full_name', header: t('full_name'), cell: (row) => row.full_name },
    { key: 'mobile', header: t('mobile'), cell: (row) => row.mobile || row.telephone },
    { key: 'products', header: t('products'), cell: (row) => format.count(row.products), number: true },
    {
      key: 'last_delivery_at',
      header: t('last_delivery'),
      cell: (row) => (row.last_delivery_at ? format.date(row.last_delivery_at) : '–'),
      sort: 'last_delivery_at',
    },
    { key: 'buying_discount', header: t('buying_discount'), cell: (row) => format.percent(row.buying_discount), number: true },
    {
      key: 'status',
      words: yesNo(t('active'), t('stopped')),
      header: t('status'),
      cell: (row) => <span className={row.status ? 'badge success' : 'badge'}>{t(row.status ? 'active' : 'stopped')}</span>,
    },
  ]
  const filters: Filter[] = [
    {
      name: 'status',
      label: t('status'),
      options: [
        { value: '1', label: t('active'), is: true },
        { value: '0', label: t('stopped'), is: false },
      ],
    },
  ]
  return (
    <ListPage
      call="suppliersList"
      columns={columns}
      rowKey={(row) => row.supplier_id}
      link={(row) => (mayChange ? `/supplier/edit/${row.supplier_id}` : undefined)}
      filters={filters}
      searchLabel={t('search')}
      sort="company"
      actions={<AddButton />}
      nothing={{ title: t('nothing'), hint: t('nothing_hint'), action: <AddButton /> }}
    />
  )
}

function AddButton() {
  const t = useTranslations('goods.suppliers')
  if (!can(useUser(), 'supplierAdd')) return null
  return (
    <Button component={Link} to="/supplier/add">
      {t('add')}
    </Button>
  )
}
