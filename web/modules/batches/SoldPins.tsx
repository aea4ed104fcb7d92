// What was sold of a stock, or of one batch of it: when, to whom, for how much. Never the code.
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import * as format from '../../kit/format.ts'
import { ListPage } from '../../kit/ListPage.tsx'
import type { Column } from '../../kit/ListTable.tsx'
import type { Row } from '../../kit/list-state.ts'

export default function SoldPins() {
  const t = useTranslations('goods.batches')
  const { configId = '', batch }: { configId?: string; batch?: string } = useParams({ strict: false })
  const batch_no = Number(batch)
  const columns: Column<Row<'soldPins'>>[] = [
    { key: 'sold_at', header: t('sold_at'), cell: (row) => format.dateTime(row.sold_at) },
    { key: 'batch_no', header: t('batch'), cell: (row) => row.batch_no },
    { key: 'serial', header: t('serial'), cell: (row) => row.serial || '–' },
    { key: 'last4', header: t('code'), cell: (row) => `••••${row.last4}` },
    { key: 'seller_name', header: t('sold_to'), cell: (row) => row.seller_name },
    { key: 'username', header: t('user'), cell: (row) => row.username || '–' },
    { key: 'price', header: t('price'), cell: (row) => format.moneyExact(row.price), number: true },
  ]
  return (
    <ListPage
      call="soldPins"
      columns={columns}
      rowKey={(row) => `${row.sale_id} ${row.batch_no} ${row.serial} ${row.last4}`}
      input={{ configuration_id: configId, ...(batch ? { batch_no } : {}) }}
      searchLabel={t('sold_search')}
      nothing={{ title: t('sold_none'), hint: t('sold_none_hint') }}
    />
  )
}
