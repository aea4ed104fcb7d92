// Step two: the meaning of each column, and the findings of checking every row.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import { CheckFindings } from './CheckFindings.tsx'
import { CheckRows } from './CheckRows.tsx'
import { CheckSettings } from './CheckSettings.tsx'
import { Discard } from './Discard.tsx'
import { ProgressLine } from './ProgressLine.tsx'
import type { Upload } from './upload-state.ts'

type Props = { upload: Upload; next: (leave_out: boolean) => void; back: () => void; startOver: () => void }

export default function CheckStep({ upload, next, back, startOver }: Props) {
  const t = useTranslations('stock.import')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const [isDirty, setDirty] = useState(false)
  const [replacing, setReplacing] = useState(false)
  const rows = { n: upload.errors, count: format.count(upload.errors) }
  /** Whether half of the rows or more have errors. The file itself is then probably wrong, so the first button sends another file. */
  const isHalfBad = upload.errors * 2 >= upload.rows && upload.errors > 0
  const mayAdd = upload.step === 'checked' && upload.fatal === null && upload.accepted > 0 && !isDirty
  return (
    <>
      {upload.step === 'checked' && <CheckFindings upload={upload} />}
      <div className="beside" style={{ '--columns': 'minmax(0, 2fr) minmax(260px, 1fr)' }}>
        <section className="card stack" aria-label={t('preview')}>
          <h2>{t('preview_of', { file: upload.filename })}</h2>
          <p className="muted">{goodsName(upload)}</p>
          {upload.step === 'checking' && <ProgressLine label={t('checking')} done={upload.rows_done} total={upload.rows} />}
          {upload.step === 'uploaded' && <p className="muted">{t('not_checked')}</p>}
          {upload.step !== 'checking' && <CheckRows upload={upload} />}
        </section>
        <CheckSettings upload={upload} changed={setDirty} />
      </div>
      <div className="row">
        <Button variant="default" onClick={back}>
          {houseWord('back')}
        </Button>
        {upload.step === 'checked' && (upload.errors > 0 || upload.fatal) && (
          <Button variant={mayAdd && !isHalfBad ? 'default' : 'filled'} className="push" onClick={() => setReplacing(true)}>
            {word('send_a_corrected_file')}
          </Button>
        )}
        {mayAdd && (
          <Button variant={isHalfBad ? 'default' : 'filled'} className={upload.errors > 0 ? undefined : 'push'} onClick={() => next(upload.errors > 0)}>
            {upload.errors > 0 ? t('leave_out', rows) : word('continue')}
          </Button>
        )}
      </div>
      {replacing && <Discard upload={upload} close={() => setReplacing(false)} done={startOver} />}
    </>
  )
}
