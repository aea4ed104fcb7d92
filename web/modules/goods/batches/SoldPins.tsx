// The sold PINs of a denomination's stock or of one batch: when, to whom, for how much. The codes are never shown.

import { useTranslations } from 'use-intl'
import { type Output, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { NoSuchPage } from '../../../kit/page/OnePage.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'

export default function SoldPins() {
  const t = useTranslations('goods.batches')
  const field = useTranslations('fields')
  const { configId = '', batch } = useParams()
  const batch_no = Number(batch)
  // Batch numbers have at most nine digits, so an address with a longer number names no batch.
  const isNone = batch !== undefined && !/^\d{1,9}$/.test(batch)
  const columns: Column<Row<'soldPins'>>[] = [
    { key: 'sold_at' },
    ...(batch ? [] : [{ key: 'batch_no' as const, header: field('batch') }]),
    { key: 'serial' },
    { key: 'last4', header: field('code'), cell: (row) => `••••${row.last4}` },
    { key: 'seller_name', header: t('sold_to') },
    { key: 'username', header: t('user') },
    { key: 'price', header: field('unit_price'), as: 'exact' },
  ]
  if (isNone) return <NoSuchPage />
  return (
    <ListPage
      call="soldPins"
      columns={columns}
      rowKey={(row) => `${row.sale_id} ${row.batch_no} ${row.serial} ${row.last4}`}
      input={{ configuration_id: configId, ...(batch ? { batch_no } : {}) }}
      searchLabel={t('sold_search')}
      figures={(sold) => <Of sold={sold} configuration_id={configId} batch={batch} />}
      nothing={{ title: t('sold_none'), hint: t('sold_none_hint') }}
    />
  )
}

type OfProps = { sold: Output<'soldPins'> | undefined; configuration_id: string; batch: string | undefined }

/** The stock from which these PINs were sold. It is a link for users who may open the stock; the right to reports alone does not suffice for that. */
function Of({ sold, configuration_id, batch }: OfProps) {
  const field = useTranslations('fields')
  const seesStock = can(useUser(), 'stockList')
  const name = sold ? goodsName(sold) : '…'
  return (
    <div className="card">
      <Facts
        facts={[
          { label: field('product'), value: seesStock && sold ? <InnerLink to={`/inventory/details/${configuration_id}`}>{name}</InnerLink> : name },
          ...(batch
            ? [
                { label: field('batch'), value: batch },
                { label: field('lot'), value: sold?.lot || '–' },
              ]
            : []),
        ]}
      />
    </div>
  )
}
