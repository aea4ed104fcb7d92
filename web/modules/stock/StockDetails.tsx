// The batches of one configuration, newest first; each can be published or taken back.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { type Output, query, useCall, useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import { DetailPage } from '../../kit/DetailPage.tsx'
import { Empty, Failed } from '../../kit/Empty.tsx'
import * as format from '../../kit/format.ts'
import { InnerLink } from '../../kit/InnerLink.tsx'
import { type Column, ListTable } from '../../kit/ListTable.tsx'
import { Pages } from '../../kit/Pages.tsx'
import { Refusal } from '../../kit/Refusal.tsx'
import { useUrlState, wholeBetween } from '../../kit/url.ts'
import { goodsName } from './goods-name.ts'
import { TakeBack } from './TakeBack.tsx'

type Batch = Output<'stockList'>['batches'][number]

export default function StockDetails() {
  const t = useTranslations('stock')
  const { configId = '' }: { configId?: string } = useParams({ strict: false })
  // Whoever may import may publish.
  const user = useUser()
  const mayChange = can(user, 'stockUpload')
  const mayUndo = can(user, 'batchUndo')
  const [state, change] = useUrlState()
  const limit = wholeBetween(state['per'], 1, 100, 20)
  const page = wholeBetween(state['page'], 1, 1_000_000, 1)
  const list = useQuery(query('stockList', { configuration_id: configId, page: page - 1, limit }))
  const [stock] = list.data?.content ?? []
  const publish = useCall('stockList', { refresh: ['stockList'] })
  const act = (batch: Batch) =>
    publish.mutate({ configuration_id: configId, action: batch.is_published ? 'unpublish' : 'publish', batch_no: batch.batch_no, page: page - 1, limit })
  const columns: Column<Batch>[] = [
    { key: 'batch_no', header: t('batch'), cell: (row) => row.batch_no },
    { key: 'lot', header: t('lot'), cell: (row) => row.lot || '–' },
    { key: 'supplier_name', header: t('supplier'), cell: (row) => row.supplier_name },
    { key: 'buying_discount', header: t('buying_discount'), cell: (row) => format.percent(row.buying_discount), number: true },
    { key: 'quantity', header: t('quantity'), cell: (row) => format.count(row.quantity), number: true },
    {
      key: 'sold',
      header: t('sold'),
      cell: (row) => (row.sold > 0 ? <InnerLink to={`/stock/details/${configId}/${row.batch_no}`}>{format.count(row.sold)}</InnerLink> : '0'),
      number: true,
    },
    { key: 'unsold', header: t('unsold'), cell: (row) => format.count(row.unsold), number: true },
    { key: 'expires_on', header: t('expires'), cell: (row) => (row.expires_on ? format.day(row.expires_on) : '–') },
    { key: 'created_at', header: t('imported'), cell: (row) => `${format.dateTime(row.created_at)} · ${row.created_by}` },
    {
      key: 'is_published',
      header: t('status'),
      cell: (row) => <span className={row.is_published ? 'badge success' : 'badge warning'}>{row.is_published ? t('published') : t('unpublished')}</span>,
    },
  ]
  const action: Column<Batch> = {
    key: 'action',
    field: null,
    header: t('action'),
    cell: (row) => (
      <span className="row">
        <Button size="xs" variant="default" disabled={publish.isPending} onClick={() => act(row)}>
          {row.is_published ? t('unpublish') : t('publish')}
        </Button>
        {mayUndo && row.sold === 0 && stock && <TakeBack batch={row} goods={goodsName(stock)} />}
      </span>
    ),
  }
  if (list.isError) return <Failed error={list.error} retry={() => list.refetch()} />
  return (
    <DetailPage
      title={stock && goodsName(stock)}
      facts={
        stock
          ? [
              { label: t('unsold'), value: format.count(stock.unsold) },
              { label: t('unpublished'), value: format.count(stock.unpublished) },
              { label: t('sold'), value: stock.sold > 0 ? <InnerLink to={`/stock/details/${configId}`}>{format.count(stock.sold)}</InnerLink> : '0' },
              { label: t('days_left'), value: stock.days_left === null ? '–' : format.decimal(stock.days_left) },
            ]
          : []
      }
      actions={
        mayChange && (
          <Button component={Link} to={stock?.pool_name ? `/pools/upload/${configId}` : '/inventory/add'}>
            {t('add')}
          </Button>
        )
      }
    >
      <Refusal error={publish.error} changes />
      {list.data?.filters.total_count === 0 ? (
        <Empty title={t('none')} hint={t('none_hint')} />
      ) : (
        <ListTable
          columns={mayChange ? [...columns, action] : columns}
          rows={list.data?.batches}
          rowKey={(batch) => String(batch.batch_no)}
          isStale={list.isPlaceholderData}
        />
      )}
      {list.data && list.data.filters.total_count > 0 && <Pages page={page} limit={limit} total={list.data.filters.total_count} change={change} />}
    </DetailPage>
  )
}
