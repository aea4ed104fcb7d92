// The last step of an import: its progress while it runs, and then its result, the new batch.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { ProgressLine } from './ProgressLine.tsx'
import { listOf, type Upload } from './upload-state.ts'

export function ImportResult({ upload, startOver }: { upload: Upload; startOver: () => void }) {
  const t = useTranslations('stock.import')
  if (upload.step === 'imported') return <Imported upload={upload} startOver={startOver} />
  if (upload.step === 'failed')
    return (
      <div role="alert" className="notice danger stack">
        <b>{t('failed')}</b>
        <div className="row">
          <Button onClick={startOver}>{t('start_over')}</Button>
        </div>
      </div>
    )
  return (
    <section className="card stack">
      <ProgressLine label={t('importing', { n: upload.accepted, count: format.count(upload.accepted) })} done={upload.rows_done} total={upload.rows} />
      <p className="muted">{t('importing_hint')}</p>
    </section>
  )
}

function Imported({ upload, startOver }: { upload: Upload; startOver: () => void }) {
  const t = useTranslations('stock.import')
  const word = useTranslations('words')
  const { configuration_id, batch_no, accepted } = upload
  const batches = useQuery({ ...query('stockList', { configuration_id }), staleTime: 0 })
  const publish = useCall('stockList', { refresh: ['stockList', 'poolsList', 'productsList', 'sellerProducts', 'sellerProductsV2'] })
  const batch = batches.data?.batches.find((one) => one.batch_no === batch_no)
  const figures = { n: accepted, count: format.count(accepted), product: goodsName(upload) }
  return (
    <section className="card stack">
      <div role="status" className="notice success">
        <b>{t('added', figures)}</b>
        {batch && <p>{batch.is_published ? t('on_sale') : t('not_on_sale')}</p>}
      </div>
      <Refusal error={publish.error} changes />
      <p>
        <InnerLink to={`/inventory/details/${configuration_id}`}>{word('open_batch', { batch: String(batch_no ?? '') })}</InnerLink>
      </p>
      <div className="row">
        {batch && !batch.is_published && (
          <Button disabled={publish.isPending} onClick={() => publish.mutate({ configuration_id, action: 'publish', batch_no: batch.batch_no })}>
            {t('publish', figures)}
          </Button>
        )}
        <Button variant="default" onClick={startOver}>
          {t('add_another')}
        </Button>
        <Button variant="subtle" component={Link} to={listOf(upload)}>
          {upload.pool_name ? t('to_pools') : word('to_the_pin_stock')}
        </Button>
      </div>
    </section>
  )
}
