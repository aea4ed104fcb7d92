// Sales and refunds of a period, with their totals. Each row opens its sale, and a seller can reprint slips.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { saleStatuses } from '../../../../contract/sales/sales.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { loadArea } from '../../../kit/base/language.tsx'
import type { Row } from '../../../kit/base/list-state.ts'
import { stringifySearch, useUrlState } from '../../../kit/base/url.ts'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { ReportList } from '../../../kit/list/ReportList.tsx'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import type { Report } from '../../../kit/page/report.ts'
import { useLocation } from '../../../kit/router/Pages.tsx'
import { useLineFilters } from './use-line-filters.ts'

type Sale = Row<'ownSalesList'>
const looks = { successful: 'badge success', failed: 'badge danger', pending: 'badge warning' } as const

/** The slip and its texts belong to the till and are loaded when a slip is requested. */
const Reprint = lazy(async () => {
  await Promise.all([loadArea('selling'), loadArea('printers')])
  return { default: (await import('./Reprint.tsx')).Reprint }
})

const FileOfSale = lazy(async () => {
  await loadArea('selling')
  return { default: (await import('./FileOfSale.tsx')).FileOfSale }
})

/** The details of a sale and their texts are loaded when a sale is opened. */
const SaleDetails = lazy(async () => {
  await loadArea('sales-reports')
  return { default: (await import('./SaleDetails.tsx')).SaleDetails }
})

export default function SalesList() {
  const [{ sale }, change] = useUrlState()
  const { columns, slip } = useActions('salesList')
  const { pathname, search } = useLocation()
  return (
    <>
      <ReportPage compares>
        {(report) => <Lines report={report} columns={columns} link={(row) => `${pathname}${stringifySearch({ ...search, sale: row.sale_id })}`} />}
      </ReportPage>
      {slip}
      <Suspense>{sale && <SaleDetails sale_id={sale} onClose={() => change({ sale: undefined })} />}</Suspense>
    </>
  )
}

/** A cashier's own sales, without the filters and details of the report that shows the whole shop's sales. */
export function OwnSales() {
  const labels = useLabels()
  const { columns, slip } = useActions('ownSalesList')
  return (
    <>
      <ReportPage compares>
        {(report) => (
          <ReportList
            {...labels}
            columns={columns}
            report={report}
            call="ownSalesList"
            rowKey={(row) => row.line_id}
            input={(days) => days}
            sort="-created_at"
          />
        )}
      </ReportPage>
      {slip}
    </>
  )
}

/** Returns the columns of a list of sales, and the actions on a sale. */
function useActions(call: 'salesList' | 'ownSalesList') {
  const cache = useQueryClient()
  const [reprinting, setReprinting] = useState<string>()
  const [download_id, setDownload] = useState<string>()
  const columns = useColumns(setReprinting, setDownload)
  function end() {
    setReprinting(undefined)
    setDownload(undefined)
    cache.invalidateQueries({ queryKey: [call] })
  }
  const slip = (
    <Suspense>
      {reprinting && <Reprint key={reprinting} sale_id={reprinting} onEnd={end} />}
      {download_id && <FileOfSale download_id={download_id} onClose={end} />}
    </Suspense>
  )
  return { columns, slip }
}

function useLabels() {
  const isMasked = useUser().mask_seller_discount === 1
  const t = useTranslations('sales')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  return {
    searchLabel: t('search_sales'),
    nothing: { title: word('no_sale_in_this_period'), hint: word('choose_another_period') },
    labels: {
      ...{ quantity: field('quantity'), sold_total: field('sold_total') },
      ...(isMasked ? {} : { bought_total: field('bought_total'), margin_total: field('margin') }),
    },
  }
}

function Lines({ report, ...list }: { report: Report; columns: readonly Column<Sale>[]; link: (row: Sale) => string }) {
  const labels = useLabels()
  const [isOpen, setOpen] = useState(false)
  const filters = useLineFilters(report, isOpen)
  return (
    <ReportList
      {...list}
      {...labels}
      report={report}
      call="salesList"
      across
      rowKey={(row) => row.line_id}
      filters={filters}
      onUnfold={setOpen}
      input={(days) => days}
      sort="-created_at"
    />
  )
}

function useColumns(reprint: (sale_id: string) => void, fetchFile: (download_id: string) => void): Column<Sale>[] {
  const t = useTranslations('sales')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const user = useUser()
  const isMasked = user.mask_seller_discount === 1
  return [
    { key: 'created_at', header: field('time'), sort: 'created_at' },
    { key: 'seller', fact: true, field: user.account_role === accountRole.seller ? 'username' : ['seller_name', 'username'] },
    { key: 'product_name', fact: true },
    { key: 'value', sort: 'value' },
    { key: 'quantity', sort: 'quantity' },
    { key: 'sold_total', fact: true, sort: 'sold_total' },
    ...(isMasked
      ? []
      : [
          { key: 'bought_total' as const, header: field('bought_total') },
          { key: 'margin_total' as const, header: field('margin'), sort: 'margin_total' },
        ]),
    { key: 'serial', cell: (row) => <Serial row={row} /> },
    { key: 'copies', header: t('copies'), cell: (row) => (row.copies > 0 ? format.count(row.copies) : '–'), number: true },
    { key: 'given_back', extra: true },
    {
      key: 'status',
      words: wordsOf(saleStatuses, (status) => word(`sale_states.${status}`)),
      cell: (row) =>
        row.kind === 'refund' ? (
          <span className="badge">{t('lines.refund')}</span>
        ) : (
          <span className={looks[row.status]}>{word(`sale_states.${row.status}`)}</span>
        ),
    },
    ...(can(user, 'reprint') ? [actionColumn(field('action'), reprint, fetchFile)] : []),
  ]
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

/** The PIN is never shown. Its serial and last four digits are shown instead, because people read these out. */
const Serial = ({ row }: { row: Sale }) => (
  <span className="mono">
    {row.serial} <span className="muted">{row.pin_last4 && `••${row.pin_last4}`}</span>
  </span>
)

function ReprintButton({ row, reprint }: { row: Sale; reprint: (sale_id: string) => void }) {
  const t = useTranslations('sales')
  const word = useTranslations('house.words')
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t('reprint_of', { product: row.product_name, time: format.time(row.created_at) })}
      onClick={() => reprint(row.sale_id)}
    >
      {word('reprint')}
    </Button>
  )
}

type FileProps = { row: Sale; download_id: string; fetchFile: (download_id: string) => void }

/** A button for a bulk sale whose file was not fetched at the till. */
function FileButton({ row, download_id, fetchFile }: FileProps) {
  const t = useTranslations('sales')
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t('fetch_of', { product: row.product_name, time: format.time(row.created_at) })}
      onClick={() => fetchFile(download_id)}
    >
      {t('fetch_file')}
    </Button>
  )
}
