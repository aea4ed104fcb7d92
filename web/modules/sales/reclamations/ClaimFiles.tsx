// Pictures and PDFs of a claim. They are uploaded and downloaded, but never shown inside the page.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { RECLAIM_FILES_MAX } from '../../../../contract/sales/reclamation-files.ts'
import { ask, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { bytesOf, saveBytes } from '../../../kit/base/save-file.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import type { Details } from './claim.ts'

const KINDS = 'image/png,image/jpeg,image/webp,application/pdf'

async function saveClaimFile(file_id: string): Promise<void> {
  const { name, bytes } = await ask('reclaimFile', { file_id })
  saveBytes(name, [bytesOf(bytes)])
}

export function ClaimFiles({ claim: { reclaim_id, files }, mayAdd }: { claim: Details; mayAdd: boolean }) {
  const t = useTranslations('reclamations')
  const add = useCall('reclaimFileAdd', { refresh: ['reclaimDetails'] })
  return (
    <section className="card stack" aria-label={t('files')}>
      <h2>{t('files')}</h2>
      {files.length === 0 && <p className="muted">{t('no_files')}</p>}
      <ul className="lines gap-12">
        {files.map(({ file_id, name, person, created_at }) => (
          <li key={file_id} className="row gap-8">
            <Button size="xs" variant="subtle" onClick={() => void saveClaimFile(file_id)}>
              {name}
            </Button>
            <span className="muted">{[person, format.dateTime(created_at)].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      {mayAdd && files.length < RECLAIM_FILES_MAX && (
        <label className="surface browse">
          <input
            type="file"
            accept={KINDS}
            className="hidden-visually"
            disabled={add.isPending}
            onChange={(event) => {
              const [attachment] = event.currentTarget.files ?? []
              if (attachment) add.mutate({ reclaim_id, attachment })
              event.currentTarget.value = ''
            }}
          />
          {t('add_file')}
        </label>
      )}
      <Refusal error={add.error} changes />
    </section>
  )
}
