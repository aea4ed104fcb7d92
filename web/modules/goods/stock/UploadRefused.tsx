// Says why a file was refused. If the file was imported before, a link leads to its batch.
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import * as format from '../../../kit/base/format.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

export function UploadRefused({ error }: { error: unknown }) {
  const t = useTranslations('stock.import')
  const word = useTranslations('words')
  if (!(error instanceof CallError) || error.code !== 'file_known') return <Refusal error={error} />
  const { batch_no, configuration_id, created_at } = error.detail
  return (
    <div role="alert" className="notice danger">
      <b>{t('known', { day: created_at ? format.date(String(created_at)) : '–' })}</b>
      {configuration_id && (
        <p>
          <InnerLink to={`/inventory/details/${configuration_id}`}>{word('open_batch', { batch: String(batch_no ?? '') })}</InnerLink>
        </p>
      )}
    </div>
  )
}
