// Unfinished uploads, shown as one line; when the line is opened, each upload can be continued or discarded, or all can be discarded at once.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import { EffectButton } from '../../../kit/page/EffectButton.tsx'
import { Discard } from './Discard.tsx'

type Open = Output<'stockUploadsOpen'>['content'][number]

/** Lists all unfinished uploads, or those of one pool. */
export function OpenUploads({ open, pool_id }: { open: (upload_id: string) => void; pool_id?: string | undefined }) {
  const t = useTranslations('stock.import')
  const word = useTranslations('words')
  const asked = useQuery({ ...query('stockUploadsOpen', {}), staleTime: 0 })
  const all = asked.data?.content ?? []
  const uploads = pool_id ? all.filter(({ configuration_id }) => configuration_id === pool_id) : all
  const [discarding, setDiscarding] = useState<Open>()
  const [isShown, setShown] = useState(false)
  if (asked.isPending) return <i data-waiting hidden />
  if (uploads.length === 0) return null
  const figures = { n: uploads.length, count: format.count(uploads.length) }
  return (
    <section className="card stack" aria-label={t('unfinished')}>
      <div className="row">
        <b>{t('open_count', figures)}</b>
        <span className="row push">
          <Button size="xs" variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {word('show')}
          </Button>
          <EffectButton
            size="xs"
            call="stockUploadsDiscard"
            input={{ upload_ids: uploads.map(({ upload_id }) => upload_id) }}
            label={t('discard_all')}
            title={t('discard_all_title', figures)}
            refresh={['stockUploadsOpen']}
          >
            <p>{t('discard_all_text')}</p>
          </EffectButton>
        </span>
      </div>
      {isShown && (
        <ul className="lines gap-12 breaks">
          {uploads.map((upload) => (
            <li key={upload.upload_id} className="row">
              <span>
                <b>{upload.filename}</b>{' '}
                <span className="muted">
                  {goodsName(upload)} · {word('rows', { n: upload.rows, count: format.count(upload.rows) })} · {format.dateTime(upload.created_at)}
                </span>
              </span>
              <span className="row push">
                <Button size="xs" onClick={() => open(upload.upload_id)} aria-label={t('continue_file', { file: upload.filename })}>
                  {word('continue')}
                </Button>
                <Button size="xs" variant="default" onClick={() => setDiscarding(upload)} aria-label={t('discard_file', { file: upload.filename })}>
                  {word('discard')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {discarding && <Discard upload={discarding} close={() => setDiscarding(undefined)} done={() => setDiscarding(undefined)} />}
    </section>
  )
}
