// Suppliers and their deliveries. A row opens its details for users who may change them.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { yesNo } from '../../../kit/list/list-columns.ts'
import { inUse } from '../../../kit/page/shown.tsx'
import { lastDiscount } from './SupplierFields.tsx'

type Supplier = Row<'suppliersList'>

export default function SupplierList() {
  const t = useTranslations('goods.suppliers')
  const mayChange = can(useUser(), 'supplierUpdate')
  const columns: Column<Supplier>[] = [
    { key: 'company', header: t('company'), sort: 'company' },
    { key: 'full_name', header: t('full_name') },
    { key: 'mobile', field: ['mobile', 'telephone'], header: t('mobile'), cell: (row) => row.mobile || row.telephone },
    { key: 'products', header: t('products') },
    {
      key: 'last_delivery_at',
      header: t('last_delivery'),
      as: 'date',
      sort: 'last_delivery_at',
    },
    { key: 'last_discount', header: t('last_discount'), cell: lastDiscount, number: true },
    {
      key: 'status',
      words: yesNo(t('active'), t('stopped')),
      header: t('status'),
      looks: inUse,
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
