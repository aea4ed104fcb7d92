// The history of stock: files with their rows and rejects, undone imports, putting on sale and off, blocking.
import { useTranslations } from 'use-intl'
import { stockEvents } from '../../../../contract/goods/stock-reports.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import { goodsName } from '../stock/goods-name.ts'

export default function StockHistory() {
  const t = useTranslations('stock_reports.history')
  const goods = useTranslations('stock_reports')
  const columns: Column<Row<'stockHistory'>>[] = [
    { key: 'at', header: t('at') },
    { key: 'event', header: t('event'), words: wordsOf(stockEvents, (event) => t(`events.${event}`)) },
    { key: 'product_name', header: goods('product'), cell: goodsName },
    { key: 'batch_no', header: goods('batch') },
    { key: 'serial', header: t('serial'), extra: true },
    { key: 'lot', header: goods('lot'), extra: true },
    { key: 'filename', header: t('file') },
    { key: 'rows', header: t('rows') },
    { key: 'rejects', header: t('rejects') },
    { key: 'who', header: t('who') },
    { key: 'note', header: t('note') },
  ]
  const filters: Filter[] = [{ name: 'event', label: t('event'), options: stockEvents.map((value) => ({ value, label: t(`events.${value}`), is: value })) }]
  return (
    <ReportPage usual="this_month">
      {({ from, to }) => (
        <ListPage
          bare
          tools
          call="stockHistory"
          columns={columns}
          rowKey={(row) => row.entry_id}
          link={(row) => (row.batch_no === null ? undefined : `/inventory/details/${row.configuration_id}`)}
          filters={filters}
          input={{ date_from: from, date_to: to }}
          searchLabel={t('search')}
          nothing={{ title: t('nothing'), hint: goods('nothing_hint') }}
        />
      )}
    </ReportPage>
  )
}
