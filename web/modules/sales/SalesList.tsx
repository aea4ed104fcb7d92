// Sales of a period with their totals; the figures above the table add up from the same rows.
import { useTranslations } from 'use-intl'
import { productTypes } from '../../../contract/products.ts'
import { Amount } from '../../kit/Amount.tsx'
import { Facts } from '../../kit/DetailPage.tsx'
import * as format from '../../kit/format.ts'
import { ListPage } from '../../kit/ListPage.tsx'
import type { Column } from '../../kit/ListTable.tsx'
import type { Filter, Row } from '../../kit/list-state.ts'
import { ReportPage } from '../../kit/ReportPage.tsx'

type Sale = Row<'salesList'>
const looks = { successful: 'badge success', failed: 'badge danger', pending: 'badge warning' } as const

export default function SalesList() {
  const t = useTranslations('office')
  const columns: Column<Sale>[] = [
    { key: 'time', header: t('sold_at'), cell: (row) => format.dateTime(row.created_at) },
    { key: 'seller', header: t('seller'), cell: (row) => `${row.seller_name} · ${row.username}` },
    { key: 'product', header: t('product'), cell: (row) => row.product_name },
    { key: 'value', header: t('value'), cell: (row) => format.money(row.value), number: true },
    { key: 'quantity', header: t('quantity'), cell: (row) => format.count(row.quantity), number: true },
    { key: 'face_total', header: t('face_total'), cell: (row) => <Amount value={row.face_total} />, number: true },
    { key: 'amount_total', header: t('amount_total'), cell: (row) => <Amount value={row.amount_total} />, number: true },
    { key: 'serial', header: t('serial'), cell: (row) => <span className="mono">{row.serial}</span> },
    { key: 'status', header: t('status'), cell: (row) => <span className={looks[row.status]}>{t(`sale_status.${row.status}`)}</span> },
  ]
  const filters: Filter[] = [
    { name: 'product_type', label: t('product_type'), options: productTypes.map((type) => ({ value: type, label: t(`product_types.${type}`), is: type })) },
  ]
  return (
    <ReportPage>
      {({ from, to }) => (
        <ListPage
          bare
          call="salesList"
          columns={columns}
          rowKey={(row) => row.sale_id}
          filters={filters}
          input={{ date_from: from, date_to: to }}
          searchLabel={t('search_sales')}
          above={({ totals }) => (
            <div className="card">
              <Facts
                big
                facts={[
                  { label: t('quantity'), value: format.count(totals.quantity) },
                  { label: t('face_total'), value: format.money(totals.face_total) },
                  ...(totals.amount_total === null ? [] : [{ label: t('amount_total'), value: format.money(totals.amount_total) }]),
                ]}
              />
            </div>
          )}
        />
      )}
    </ReportPage>
  )
}
