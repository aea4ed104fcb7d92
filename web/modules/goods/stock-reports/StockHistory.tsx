// The history of stock: imported files with their rows and rejects, undone imports, stock put on sale and taken off, blocked PINs.
import { useMessages, useTranslations } from 'use-intl'
import { stockEvents } from '../../../../contract/goods/stock-reports.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'

export default function StockHistory() {
  const t = useTranslations('stock_reports.history')
  const { words, stock_reports } = useMessages()
  const events = { ...words.pin_events, ...stock_reports.history.events }
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const columns: Column<Row<'stockHistory'>>[] = [
    { key: 'at' },
    { key: 'event', header: field('kind'), words: wordsOf(stockEvents, (event) => events[event]) },
    { key: 'product_name', cell: goodsName },
    { key: 'batch_no' },
    { key: 'serial', extra: true },
    { key: 'lot', extra: true },
    { key: 'filename' },
    { key: 'rows' },
    { key: 'rejects', header: t('rejects') },
    { key: 'who' },
    { key: 'note' },
  ]
  const filters: Filter[] = [{ name: 'event', label: field('kind'), options: stockEvents.map((value) => ({ value, label: events[value], is: value })) }]
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
          nothing={{ title: t('nothing'), hint: word('choose_another_period') }}
        />
      )}
    </ReportPage>
  )
}
