// Shops without recent sales: what keeps each of them from selling, and a link to remove this reason. The shop without a sale for the longest time comes first.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { Light, Mend } from './Light.tsx'

const DAYS = [3, 30, 90] as const

export default function ShopsReady() {
  const t = useTranslations('start')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const columns: Column<Row<'shopsReady'>>[] = [
    { key: 'name', header: field('seller') },
    { key: 'parent_name' },
    { key: 'city', extra: true },
    { key: 'last_sale_at' },
    { key: 'hindrance', header: t('shops.cards'), cell: (row) => <Light shop={row} /> },
    { key: 'goods', field: null, header: field('stage'), cell: ({ on_offer, in_stock }) => t('light.goods', goodsOf(on_offer, in_stock)) },
    { key: 'available' },
    { key: 'action', field: null, cell: (row) => <Mend shop={row} /> },
  ]
  const quiet: Filter = {
    name: 'quiet_days',
    label: t('shops.quiet'),
    options: [
      ...DAYS.map((days) => ({ value: String(days), label: word('days', { days: format.count(days) }), is: days })),
      { value: '0', label: t('shops.all'), is: 0 },
    ],
  }
  return (
    <ListPage
      call="shopsReady"
      columns={columns}
      rowKey={(row) => row.customer_id}
      link={(row) => `/customer/details/${row.customer_id}`}
      filters={[quiet]}
      searchLabel={field('seller')}
      nothing={{ title: t('shops.nothing'), hint: t('shops.nothing_hint') }}
    />
  )
}

const goodsOf = (on_offer: number, in_stock: number) => ({ on_offer: format.count(on_offer), in_stock: format.count(in_stock) })
