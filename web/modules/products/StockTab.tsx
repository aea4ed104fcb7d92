// How many cards of each denomination are left, with the way to its batches.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import { Empty } from '../../kit/Empty.tsx'
import * as format from '../../kit/format.ts'
import { type Column, ListTable } from '../../kit/ListTable.tsx'
import type { Product } from './draft.ts'
import { ProductStatus } from './ProductStatus.tsx'

type Line = Product['configurations'][number]

export function StockTab({ product }: { product: Product }) {
  const t = useTranslations('goods.products')
  const user = useUser()
  const seesBatches = product.is_own && can(user, 'stockList')
  const columns: Column<Line>[] = [
    { key: 'value', header: t('row.value'), cell: (row) => [format.money(row.value), row.info].filter(Boolean).join(' ') },
    { key: 'ean', header: t('row.ean'), cell: (row) => <span className="mono">{row.ean || '–'}</span> },
    { key: 'stock', header: t('stock'), cell: (row) => format.count(row.stock), number: true },
    { key: 'is_active', header: t('status'), cell: (row) => <ProductStatus isActive={row.is_active} /> },
  ]
  if (product.configurations.length === 0) return <Empty title={t('denominations_none')} />
  return (
    <div className="stack">
      <ListTable
        columns={columns}
        rows={product.configurations}
        rowKey={(row) => row.configuration_id}
        link={(row) => (seesBatches ? `/inventory/details/${row.pool_id ?? row.configuration_id}` : undefined)}
      />
      {product.is_own && can(user, 'stockUpload') && (
        <div className="row">
          <Button component={Link} to="/inventory/add">
            {t('stock_add')}
          </Button>
        </div>
      )}
    </div>
  )
}
