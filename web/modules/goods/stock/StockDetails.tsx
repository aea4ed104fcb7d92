// The batches of one denomination or pool, newest first; each can be put on sale, and its import undone.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { query, useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { useUrlState, wholeBetween } from '../../../kit/base/url.ts'
import { type Column, ListTable } from '../../../kit/list/ListTable.tsx'
import { kindsIn } from '../../../kit/list/list-columns.ts'
import { Pages } from '../../../kit/list/Pages.tsx'
import { DetailPage, type Fact } from '../../../kit/page/DetailPage.tsx'
import { Empty } from '../../../kit/page/Empty.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { LinkButton } from '../../../kit/page/LinkButton.tsx'
import { FailedPage } from '../../../kit/page/OnePage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { type Batch, useBatchColumns } from './BatchColumns.tsx'
import { DaysLeft } from './DaysLeft.tsx'
import { DropFiles } from './DropFiles.tsx'
import { TakeBack } from './TakeBack.tsx'

type Stock = Row<'stockList'>

export default function StockDetails() {
  const t = useTranslations('stock')
  const word = useTranslations('words')
  const named = useNamed()
  const { configId = '' } = useParams()
  // Users who may import stock may also publish it, because both actions need the same right.
  const mayChange = can(useUser(), 'stockUpload')
  const [taking, setTaking] = useState<Batch>()
  const [state, change] = useUrlState()
  const limit = wholeBetween(state['per'], 1, 100, 20)
  const page = wholeBetween(state['page'], 1, 1_000_000, 1)
  const list = useQuery(query('stockList', { configuration_id: configId, page: page - 1, limit }))
  const [stock] = list.data?.content ?? []
  const publish = useCall('stockList', { refresh: ['stockList', 'productsList', 'poolsList', 'sellerProducts', 'sellerProductsV2', 'dashboard'] })
  const act = (batch: Batch) =>
    publish.mutate({ configuration_id: configId, action: batch.is_published ? 'unpublish' : 'publish', batch_no: batch.batch_no, page: page - 1, limit })
  const columns = useBatchColumns(configId)
  const facts = useFacts(stock)
  const nameOf = ({ is_published, batch_no }: Batch) => named(is_published ? word('take_off_sale') : word('put_on_sale'), batch_no)
  const action: Column<Batch> = {
    key: 'action',
    field: null,
    cell: (row: Batch) => (
      <span className="buttons">
        {row.unsold + row.unpublished > 0 && (
          <Button size="xs" variant="default" disabled={publish.isPending} aria-label={nameOf(row)} onClick={() => act(row)}>
            {row.is_published ? word('take_off_sale') : word('put_on_sale')}
          </Button>
        )}
        {row.sold === 0 && (
          <Button size="xs" variant="default" aria-label={named(t('take_back.action'), row.batch_no)} onClick={() => setTaking(row)}>
            {t('take_back.action')}
          </Button>
        )}
      </span>
    ),
  }
  // What is shown above the batches depends on whether this is a denomination or a pool, so nothing is shown until that is known.
  if (list.isPending) return <PageTitle />
  if (list.isError) return <FailedPage error={list.error} retry={() => list.refetch()} />
  const add = stock && !stock.pool_id && mayChange && <Add stock={stock} />
  return (
    <DetailPage title={stock && goodsName(stock)} status={stock?.pool_id && <DrawsOn pool_id={stock.pool_id} />} facts={facts} actions={add}>
      {mayChange && <DropFiles />}
      <Refusal error={publish.error} changes />
      {taking && stock && <TakeBack batch={taking} goods={goodsName(stock)} close={() => setTaking(undefined)} />}
      {list.data?.filters.total_count === 0 && !stock?.pool_id && (
        <Empty title={t('none')} hint={t('none_hint')}>
          {add}
        </Empty>
      )}
      {list.data?.filters.total_count !== 0 && (
        <ListTable
          columns={mayChange ? [...columns, action] : columns}
          kinds={kindsIn('stockList', 'batches')}
          rows={list.data?.batches}
          rowKey={(batch) => String(batch.batch_no)}
          isStale={list.isPlaceholderData}
        />
      )}
      {list.data && list.data.filters.total_count > 0 && <Pages page={page} limit={limit} total={list.data.filters.total_count} change={change} />}
    </DetailPage>
  )
}

function useFacts(stock: Stock | undefined): Fact[] {
  const t = useTranslations('stock')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  if (!stock || stock.pool_id) return []
  const { configuration_id, unsold, unpublished, expired, sold, sold_14_days } = stock
  return [
    { label: t('unsold'), value: format.count(unsold) },
    { label: word('not_on_sale'), value: format.count(unpublished) },
    ...(expired > 0 ? [{ label: t('expired'), value: format.count(expired) }] : []),
    { label: t('sold'), value: sold > 0 ? <InnerLink to={`/stock/details/${configuration_id}`}>{format.count(sold)}</InnerLink> : '0' },
    { label: field('sold_14_days'), value: format.count(sold_14_days) },
    { label: field('days_left'), value: <DaysLeft {...stock} empty={houseWord('sold_out')} /> },
  ]
}

/** Says that this denomination has no stock of its own but draws on a pool, with a link to the pool. */
function DrawsOn({ pool_id }: { pool_id: string }) {
  const t = useTranslations('stock')
  return (
    <div className="notice">
      <b>{t('draws_on')}</b>
      <p>
        <InnerLink to={`/inventory/details/${pool_id}`}>{t('to_pool')}</InnerLink>
      </p>
    </div>
  )
}

function Add({ stock: { pool_name, configuration_id, product_id } }: { stock: Stock }) {
  const screen = useTranslations('house.screens')
  return (
    <LinkButton to={pool_name ? `/pools/upload/${configuration_id}` : `/inventory/add?product=${product_id}&value=${configuration_id}`}>
      {screen('stock_add')}
    </LinkButton>
  )
}
