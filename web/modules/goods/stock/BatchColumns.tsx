// The columns of a batch: where it came from, how much of it is left, and whether it is on sale.
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import styles from './stock.module.css'

export type Batch = Output<'stockList'>['batches'][number]

export function useBatchColumns(configuration_id: string): Column<Batch>[] {
  const t = useTranslations('stock')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  return [
    { key: 'batch_no' },
    { key: 'lot' },
    {
      key: 'supplier_name',
      cell: (row) => <Two one={row.supplier_name} other={t('discount_of', { discount: format.percent(row.buying_discount) })} />,
    },
    { key: 'quantity', cell: (row) => <Quantity batch={row} />, number: true },
    {
      key: 'sold',
      header: t('sold'),
      cell: (row) => (row.sold > 0 ? <InnerLink to={`/stock/details/${configuration_id}/${row.batch_no}`}>{format.count(row.sold)}</InnerLink> : '0'),
      number: true,
    },
    { key: 'unsold', header: t('unsold') },
    { key: 'unpublished', header: word('not_on_sale') },
    { key: 'expires_on', cell: (row) => <Expiry batch={row} /> },
    {
      key: 'created_at',
      header: field('imported'),
      cell: (row) => <Two one={format.date(row.created_at)} other={`${format.time(row.created_at)} · ${row.created_by}`} />,
    },
    { key: 'is_published', header: field('state'), cell: (row) => <BatchStatus batch={row} /> },
  ]
}

function Two({ one, other }: { one: string; other: string }) {
  return (
    <span className={styles.two}>
      <span>{one}</span>
      <span className="muted small">{other}</span>
    </span>
  )
}

/** Returns the number of blocked PINs of a batch. Each PIN is in exactly one count, so these are the PINs that no other count contains. */
const blockedOf = ({ quantity, sold, unsold, unpublished, expired }: Batch) => quantity - sold - unsold - unpublished - expired

function Quantity({ batch }: { batch: Batch }) {
  const t = useTranslations('stock')
  const n = blockedOf(batch)
  return n > 0 ? <Two one={format.count(batch.quantity)} other={t('blocked_count', { n, count: format.count(n) })} /> : format.count(batch.quantity)
}

/** Shows the first day on which PINs of the batch expire, and how many have expired. */
function Expiry({ batch: { expires_on, expired } }: { batch: Batch }) {
  const t = useTranslations('stock')
  if (!expires_on) return '–'
  return expired > 0 ? <Two one={format.day(expires_on)} other={t('expired_count', { n: expired, count: format.count(expired) })} /> : format.day(expires_on)
}

function BatchStatus({ batch: { unsold, unpublished, expired, is_published } }: { batch: Batch }) {
  const t = useTranslations('stock')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  if (unsold + unpublished + expired === 0) return <span className="badge">{houseWord('sold_out')}</span>
  if (unsold + unpublished === 0) return <span className="badge danger">{t('expired')}</span>
  return <span className={is_published ? 'badge success' : 'badge warning'}>{is_published ? field('published') : word('not_on_sale')}</span>
}
