// How many cards of each denomination are left, with links to their batches.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { type Column, ListTable } from '../../../kit/list/ListTable.tsx'
import { yesNo } from '../../../kit/list/list-columns.ts'
import { Empty } from '../../../kit/page/Empty.tsx'
import { inUse } from '../../../kit/page/field-format.tsx'
import { LinkButton } from '../../../kit/page/LinkButton.tsx'
import { DaysLeft } from '../stock/stock.ts'
import type { Product } from './draft.ts'

type Line = Product['configurations'][number] & { days_left: number | null }

export function StockTab({ product }: { product: Product }) {
  const t = useTranslations('goods.products')
  const screen = useTranslations('house.screens')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const user = useUser()
  const seesBatches = product.is_own && can(user, 'stockList')
  const pools = useTranslations('goods.pools')
  const lines = useLines(product, seesBatches)
  const columns: Column<Line>[] = [
    { key: 'value', cell: (row) => [format.money(row.value), row.info].filter(Boolean).join(' ') },
    { key: 'ean', header: t('row.ean'), cell: (row) => <span className="mono">{row.ean || '–'}</span> },
    { key: 'stock', as: 'count', header: field('in_stock') },
    ...(seesBatches
      ? [
          {
            key: 'days_left' as const,
            header: field('days_left'),
            cell: (row: Line) => <DaysLeft unsold={row.stock} days_left={row.days_left} empty={pools('empty')} />,
            number: true as const,
          },
        ]
      : []),
    { key: 'is_active', words: yesNo(field('published'), word('not_on_sale')), looks: inUse, header: field('state') },
  ]
  if (product.configurations.length === 0) return <Empty title={t('denominations_none')} />
  return (
    <div className="stack">
      <ListTable
        columns={columns}
        rows={lines}
        rowKey={(row) => row.configuration_id}
        link={(row) => (seesBatches ? `/inventory/details/${row.pool_id ?? row.configuration_id}` : undefined)}
      />
      {product.is_own && can(user, 'stockUpload') && (
        <div className="row">
          <LinkButton to={`/inventory/add?product=${product.product_id}`}>{screen('stock_add')}</LinkButton>
        </div>
      )}
    </div>
  )
}

/**
 * Returns the denominations, each with its stock and the number of days it lasts. A denomination that draws on a pool has no number of days, because its stock
 * is the pool's.
 */
function useLines({ product_id, configurations }: Product, seesBatches: boolean): Line[] {
  const stock = useQuery({ ...query('stockList', { filters: { product_id }, limit: 100 }), enabled: seesBatches }).data?.content ?? []
  return configurations.map((one) => ({
    ...one,
    days_left: stock.find(({ configuration_id }) => configuration_id === one.configuration_id)?.days_left ?? null,
  }))
}
