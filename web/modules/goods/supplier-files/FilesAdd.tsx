// The screen that takes any file. The file is dropped or chosen, read in the browser, shown with what was recognised in it, and only then sent.
import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { DropFiles, OpenUploads, stockStyles as styles, takeDropped } from '../stock/stock.ts'
import type { Remembered } from './Batches.tsx'
import type { Batch } from './batch-work.ts'
import { readDropped } from './file-reader.ts'
import { ROWS_MAX } from './limits.ts'
import type { Read } from './read.ts'
import { Unread } from './Unread.tsx'

const ReadAs = lazy(() => import('./ReadAs.tsx'))
const Batches = lazy(() => import('./Batches.tsx'))

type Tables = Extract<Read, { tables: unknown }>
type Stage =
  | { is: 'choosing'; problem?: Exclude<Read, Tables> }
  | { is: 'reading' }
  | { is: 'read'; read: Tables }
  | { is: 'sent'; batches: readonly Batch[]; remembered: Remembered }

const ACCEPTED = '.csv,.txt,.tsv,.xlsx,.zip'

export default function FilesAdd() {
  const t = useTranslations('supplier_files')
  const [stage, setStage] = useState<Stage>({ is: 'choosing' })
  const navigate = useNavigate()
  const mayTake = stage.is === 'choosing' || stage.is === 'read'
  async function take(files: readonly File[]) {
    if (!mayTake) return
    setStage({ is: 'reading' })
    const read = await readDropped(files)
    setStage('problem' in read ? { is: 'choosing', problem: read } : { is: 'read', read })
  }
  const takeWaiting = useEffectEvent(() => {
    const files = takeDropped()
    if (files.length > 0) void take(files)
  })
  useEffect(() => {
    takeWaiting()
  }, [])
  const startOver = () => setStage({ is: 'choosing' })
  return (
    <div className="stack breaks">
      <PageTitle>
        {stage.is === 'read' && (
          <Button variant="subtle" onClick={startOver}>
            {t('other_files')}
          </Button>
        )}
      </PageTitle>
      {mayTake && <DropFiles take={(files) => void take(files)} />}
      {stage.is === 'choosing' && (
        <>
          <OpenUploads open={(upload_id) => void navigate(`/inventory/add?${new URLSearchParams({ upload_id, step: '2' })}`)} />
          {stage.problem && <Unread problem={stage.problem} />}
          <Choose take={(files) => void take(files)} />
        </>
      )}
      {stage.is === 'reading' && (
        <p role="status" className="card">
          {t('reading')}
        </p>
      )}
      <Suspense>
        {stage.is === 'read' && <ReadAs read={stage.read} go={(batches, remembered) => setStage({ is: 'sent', batches, remembered })} />}
        {stage.is === 'sent' && <Batches batches={stage.batches} remembered={stage.remembered} startOver={startOver} />}
      </Suspense>
    </div>
  )
}

function Choose({ take }: { take: (files: readonly File[]) => void }) {
  const t = useTranslations('supplier_files')
  return (
    <section className="card stack">
      <label className="drop">
        <input
          type="file"
          multiple
          accept={ACCEPTED}
          className="hidden-visually"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            currentTarget.value = ''
            if (files.length > 0) take(files)
          }}
        />
        <b>{t('drop')}</b>
        <span className="muted">{t('drop_hint')}</span>
        <span className="surface browse">{t('browse')}</span>
      </label>
      <ul className={`points ${styles.points}`}>
        <li>{t('what_recognised')}</li>
        <li>{t('what_confirmed')}</li>
        <li>{t('what_large', { rows: format.count(ROWS_MAX) })}</li>
      </ul>
      <p>
        <InnerLink to="/inventory/add">{t('by_steps')}</InnerLink>
      </p>
    </section>
  )
}
