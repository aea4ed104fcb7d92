// The list of suppliers and their deliveries. A row opens the supplier's page for users who may change suppliers.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { yesNo } from '../../../kit/list/list-columns.ts'
import { inUse } from '../../../kit/page/field-format.tsx'
import { unbroken } from '../../../kit/page/unbroken.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { lastDiscount } from './SupplierFields.tsx'

type Supplier = Row<'suppliersList'>

export default function SupplierList() {
  const t = useTranslations('goods.suppliers')
  const screenTitle = useTranslations('house.screens')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const mayChange = can(useUser(), 'supplierUpdate')
  const columns: Column<Supplier>[] = [
    { key: 'company', sort: 'company' },
    { key: 'full_name', header: field('contact_name') },
    { key: 'mobile', field: ['mobile', 'telephone'], cell: (row) => unbroken(row.mobile || row.telephone) },
    { key: 'products', header: screenTitle('products') },
    {
      key: 'last_delivery_at',
      as: 'date',
      sort: 'last_delivery_at',
    },
    { key: 'last_discount', header: t('last_discount'), cell: lastDiscount, number: true },
    {
      key: 'status',
      words: yesNo(field('is_active'), word('suspended')),
      looks: inUse,
    },
  ]
  const filters: Filter[] = [
    {
      name: 'status',
      label: field('state'),
      options: [
        { value: '1', label: field('is_active'), is: true },
        { value: '0', label: word('suspended'), is: false },
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
  const screen = useTranslations('house.screens')
  if (!can(useUser(), 'supplierAdd')) return null
  return (
    <Button component={Link} to="/supplier/add">
      {screen('supplier_add')}
    </Button>
  )
}
