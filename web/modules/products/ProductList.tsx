// Products with their values and the PINs in stock.
import { useTranslations } from 'use-intl'
import { productTypes } from '../../../contract/products.ts'
import { useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import * as format from '../../kit/format.ts'
import { ListPage } from '../../kit/ListPage.tsx'
import type { Column } from '../../kit/ListTable.tsx'
import type { Filter, Row } from '../../kit/list-state.ts'

type Product = Row<'productsList'>
const stockOf = (row: Product) => row.configurations.reduce((sum, configuration) => sum + configuration.stock, 0)

export default function ProductList() {
  const t = useTranslations('office')
  const seesStock = can(useUser(), 'stockList')
  const columns: Column<Product>[] = [
    { key: 'name', header: t('product'), cell: (row) => <span lang="">{row.product_name}</span>, sort: 'product_name' },
    { key: 'type', header: t('product_type'), cell: (row) => t(`product_types.${row.product_type}`) },
    { key: 'values', header: t('values'), cell: (row) => row.configurations.map((configuration) => format.money(configuration.value)).join(' · ') },
    { key: 'pin_length', header: t('pin_length'), cell: (row) => row.pin_length || t('any'), number: true },
    { key: 'stock', header: t('stock'), cell: (row) => format.count(stockOf(row)), number: true, sort: 'stock' },
    {
      key: 'status',
      header: t('status'),
      cell: (row) => <span className={row.is_active ? 'badge success' : 'badge'}>{row.is_active ? t('active') : t('stopped')}</span>,
    },
  ]
  const filters: Filter[] = [
    { name: 'product_type', label: t('product_type'), options: productTypes.map((type) => ({ value: type, label: t(`product_types.${type}`), is: type })) },
    {
      name: 'is_active',
      label: t('status'),
      options: [
        { value: '1', label: t('active'), is: true },
        { value: '0', label: t('stopped'), is: false },
      ],
    },
  ]
  return (
    <ListPage
      call="productsList"
      columns={columns}
      rowKey={(row) => row.product_id}
      link={(row) => (seesStock ? `/inventory/view?${new URLSearchParams({ q: row.product_name })}` : undefined)}
      filters={filters}
      searchLabel={t('search_products')}
      sort="product_name"
      nothing={{ title: t('no_products'), hint: t('no_products_hint') }}
    />
  )
}
