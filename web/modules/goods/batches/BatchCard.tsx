// A batch that was looked up, with links to its stock and its sold PINs.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Link } from '../../../kit/router/Pages.tsx'

export function BatchCard({ batch }: { batch: Output<'inventorySearch'>['batches'][number] }) {
  const t = useTranslations('goods.batches')
  const screen = useTranslations('house.screens')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const title = t('batch_title', { batch: String(batch.batch_no), product: `${batch.product_name} ${format.money(batch.value)}` })
  return (
    <section className="card stack" aria-label={title}>
      <h2>{title}</h2>
      <Facts
        facts={[
          { label: field('lot'), value: batch.lot || '–' },
          { label: field('supplier'), value: batch.supplier_name },
          { label: field('quantity'), value: format.count(batch.quantity) },
          { label: field('published'), value: format.count(batch.available) },
          { label: word('not_on_sale'), value: format.count(batch.unpublished) },
          ...(batch.expired > 0 ? [{ label: t('states.expired'), value: format.count(batch.expired) }] : []),
          { label: t('sold'), value: format.count(batch.sold) },
          { label: field('imported'), value: `${format.dateTime(batch.created_at)} · ${batch.created_by}` },
        ]}
      />
      <div className="row">
        <Button component={Link} to={`/inventory/details/${batch.configuration_id}`} variant="default">
          {t('to_stock')}
        </Button>
        <Button component={Link} to={`/stock/details/${batch.configuration_id}/${batch.batch_no}`} variant="default">
          {screen('stock_sold')}
        </Button>
      </div>
    </section>
  )
}
