// Sales of a period with their totals; the figures above the table add up from the same rows. A seller reprints from here.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../contract/kit/access.ts'
import { productTypes } from '../../../contract/kit/product-types.ts'
import { useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import * as format from '../../kit/base/format.ts'
import { loadArea } from '../../kit/base/language.tsx'
import type { Filter, Row } from '../../kit/base/list-state.ts'
import type { Column } from '../../kit/list/ListTable.tsx'
import { wordsOf } from '../../kit/list/list-columns.ts'
import { ReportList } from '../../kit/list/ReportList.tsx'
import { ReportPage } from '../../kit/list/ReportPage.tsx'

type Sale = Row<'salesList'>
const looks = { successful: 'badge success', failed: 'badge danger', pending: 'badge warning' } as const

/** The slip and its texts belong to the till and are loaded when a slip is wanted. */
const Reprint = lazy(async () => {
  await loadArea('selling')
  return { default: (await import('./Reprint.tsx')).Reprint }
})

const FileOfSale = lazy(async () => {
  await loadArea('selling')
  return { default: (await import('./FileOfSale.tsx')).FileOfSale }
})

export default function SalesList() {
  const t = useTranslations('sales')
  const types = useTranslations('house.product_types')
  const user = useUser()
  const isSeller = user.account_role === accountRole.seller
  const isMasked = user.mask_seller_discount === 1
  const mayReprint = can(user, 'reprint')
  const cache = useQueryClient()
  const [reprinting, setReprinting] = useState<string>()
  const [download_id, setDownload] = useState<string>()
  function end() {
    setReprinting(undefined)
    setDownload(undefined)
    cache.invalidateQueries({ queryKey: ['salesList'] })
  }
  const columns: Column<Sale>[] = [
    { key: 'created_at', header: t('sold_at') },
    {
      key: 'seller',
      field: isSeller ? 'username' : ['seller_name', 'username'],
      header: t('seller'),
    },
    { key: 'product_name', header: t('product') },
    { key: 'value', header: t('value') },
    { key: 'quantity', header: t('quantity') },
    { key: 'sold_total', header: t('sold_total') },
    ...(isMasked
      ? []
      : [
          { key: 'bought_total' as const, header: t('bought_total') },
          { key: 'margin_total' as const, header: t('margin_total') },
        ]),
    { key: 'serial', header: t('serial'), cell: (row) => <Serial row={row} /> },
    { key: 'copies', header: t('copies'), cell: (row) => (row.copies > 0 ? format.count(row.copies) : '–'), number: true },
    {
      key: 'status',
      words: wordsOf(['successful', 'failed', 'pending'], (status) => t(`sale_status.${status}`)),
      header: t('status'),
      looks,
    },
    ...(mayReprint ? [actionColumn(t('action'), setReprinting, setDownload)] : []),
  ]
  const filters: Filter[] = [
    { name: 'product_type', label: t('product_type'), options: productTypes.map((type) => ({ value: type, label: types(type), is: type })) },
  ]
  return (
    <>
      <ReportPage compares>
        {(report) => (
          <ReportList
            report={report}
            call="salesList"
            columns={columns}
            rowKey={(row) => row.sale_id}
            filters={filters}
            input={(days) => days}
            searchLabel={t('search_sales')}
            nothing={{ title: t('no_sales'), hint: t('no_sales_hint') }}
            labels={{ quantity: t('quantity'), sold_total: t('sold_total'), bought_total: t('bought_total'), margin_total: t('margin_total') }}
          />
        )}
      </ReportPage>
      <Suspense>
        {reprinting && <Reprint key={reprinting} sale_id={reprinting} onEnd={end} />}
        {download_id && <FileOfSale download_id={download_id} onClose={end} />}
      </Suspense>
    </>
  )
}

const actionColumn = (header: string, reprint: (sale_id: string) => void, fetchFile: (download_id: string) => void): Column<Sale> => ({
  key: 'action',
  field: null,
  header,
  cell: (row) => (
    <span className="row">
      {row.download_id && <FileButton row={row} download_id={row.download_id} fetchFile={fetchFile} />}
      {row.may_reprint && <ReprintButton row={row} reprint={reprint} />}
    </span>
  ),
})

/** The PIN is never shown, only its serial and last four digits, which people read out. */
const Serial = ({ row }: { row: Sale }) => (
  <span className="mono">
    {row.serial} <span className="muted">{row.pin_last4 && `••${row.pin_last4}`}</span>
  </span>
)

function ReprintButton({ row, reprint }: { row: Sale; reprint: (sale_id: string) => void }) {
  const t = useTranslations('sales')
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t('reprint_of', { product: row.product_name, time: format.time(row.created_at) })}
      onClick={() => reprint(row.sale_id)}
    >
      {t('reprint')}
    </Button>
  )
}

type FileProps = { row: Sale; download_id: string; fetchFile: (download_id: string) => void }

/** For a bulk sale whose file was not fetched at the till. */
function FileButton({ row, download_id, fetchFile }: FileProps) {
  const t = useTranslations('sales')
  return (
    <Button size="xs" aria-label={t('fetch_of', { product: row.product_name, time: format.time(row.created_at) })} onClick={() => fetchFile(download_id)}>
      {t('fetch_file')}
    </Button>
  )
}
