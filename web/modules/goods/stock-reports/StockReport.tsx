// The stock on one day or over a period, grouped by value, batch or supplier. Optional columns show what the stock is worth.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { stockGroups } from '../../../../contract/goods/stock-reports.ts'
import { query } from '../../../kit/base/api.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import { type Filter, listInput, type Row } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { StockSteps } from '../../../kit/charts/charts.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { ReportList } from '../../../kit/list/ReportList.tsx'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import type { Report } from '../../../kit/page/report.ts'

type Stock = Row<'stockReport'>
type Group = (typeof stockGroups)[number]
type Move = 'opening' | 'received' | 'sold' | 'reclaimed' | 'blocked' | 'expired' | 'closing'

export default function StockReport() {
  const t = useTranslations('stock_reports')
  const groupOf = (value: Group) => ({ value, label: t(`by.${value}`) })
  return (
    <ReportPage usual="today" compares groups={[groupOf('denomination'), groupOf('batch'), groupOf('supplier')]}>
      {(report) => <Rows key={report.group} report={report} />}
    </ReportPage>
  )
}

function Rows({ report }: { report: Report }) {
  const t = useTranslations('stock_reports')
  const word = useTranslations('words')
  const by = stockGroups.find((one) => one === report.group) ?? 'denomination'
  const [state] = useUrlState()
  const columns = useColumns(by)
  const filters = [useGoodsFilter(report)]
  return (
    <ReportList
      report={report}
      call="stockReport"
      columns={columns}
      filters={filters}
      rowKey={(row) => row.row_id}
      link={linkOf}
      input={(days) => ({ ...days, by })}
      searchLabel={t('search')}
      nothing={{ title: t('nothing'), hint: word('choose_another_period') }}
      labels={{
        opening: t('moves.opening'),
        received: t('moves.received'),
        sold: t('moves.sold'),
        reclaimed: t('moves.reclaimed'),
        closing: t('moves.closing'),
        closing_cost: t('at_cost', { move: t('moves.closing') }),
        closing_value: t('at_value', { move: t('moves.closing') }),
      }}
      chart={<StockSteps asked={{ ...listInput('stockReport', state, filters, { date_from: report.from, date_to: report.to, by }).input, page: 0 }} />}
    />
  )
}

/** The most goods that the filter lists; further goods are found by searching. */
const GOODS_MOST = 100

/** A filter by the goods that had stock in the period. */
function useGoodsFilter({ from, to }: Report): Filter {
  const field = useTranslations('fields')
  const goods = useQuery(query('stockReport', { date_from: from, date_to: to, limit: GOODS_MOST })).data?.content ?? []
  return {
    name: 'configuration_id',
    label: field('product'),
    options: goods.flatMap((row) => (row.configuration_id === null ? [] : [{ value: row.configuration_id, label: nameOf(row), is: row.configuration_id }])),
  }
}

const nameOf = (row: Stock) => (row.value === null && row.pool_name === null ? row.product_name : goodsName({ ...row, value: row.value ?? 0 }))

const linkOf = ({ configuration_id, batch_no }: Stock) =>
  configuration_id === null ? undefined : batch_no === null ? `/inventory/details/${configuration_id}` : `/stock/details/${configuration_id}/${batch_no}`

function useColumns(by: Group): Column<Stock>[] {
  const t = useTranslations('stock_reports')
  const what: Column<Stock>[] =
    by === 'supplier'
      ? [{ key: 'supplier_name' }]
      : [
          {
            key: 'product_name',
            cell: nameOf,
          },
          { key: 'value', extra: true },
        ]
  const batch: Column<Stock>[] = by === 'batch' ? [{ key: 'batch_no' }, { key: 'lot', extra: true }, { key: 'supplier_name', extra: true }] : []
  const named = (move: Move) => t(`moves.${move}`)
  const cost = (move: Move) => t('at_cost', { move: named(move) })
  const value = (move: Move) => t('at_value', { move: named(move) })
  return [
    ...what,
    ...batch,
    { key: 'opening', header: named('opening') },
    { key: 'received', header: named('received') },
    { key: 'sold', header: named('sold') },
    { key: 'reclaimed', header: named('reclaimed') },
    { key: 'blocked', header: named('blocked') },
    { key: 'expired', header: named('expired') },
    { key: 'closing', header: named('closing') },
    { key: 'opening_cost', header: cost('opening'), extra: true },
    { key: 'received_cost', header: cost('received'), extra: true },
    { key: 'sold_cost', header: cost('sold'), extra: true },
    { key: 'reclaimed_cost', header: cost('reclaimed'), extra: true },
    { key: 'blocked_cost', header: cost('blocked'), extra: true },
    { key: 'expired_cost', header: cost('expired'), extra: true },
    { key: 'closing_cost', header: cost('closing'), extra: true },
    { key: 'opening_value', header: value('opening'), extra: true },
    { key: 'received_value', header: value('received'), extra: true },
    { key: 'sold_value', header: value('sold'), extra: true },
    { key: 'reclaimed_value', header: value('reclaimed'), extra: true },
    { key: 'blocked_value', header: value('blocked'), extra: true },
    { key: 'expired_value', header: value('expired'), extra: true },
    { key: 'closing_value', header: value('closing'), extra: true },
  ]
}
