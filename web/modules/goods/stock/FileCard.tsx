// Shown when step one of an import is opened again: the file that is already on the server.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Discard } from './Discard.tsx'
import type { Upload } from './upload-state.ts'

export function FileCard({ upload, next, startOver }: { upload: Upload; next: () => void; startOver: () => void }) {
  const t = useTranslations('stock.import')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const [discarding, setDiscarding] = useState(false)
  return (
    <section className="card stack" aria-label={upload.filename}>
      <h2>{upload.filename}</h2>
      <Facts
        facts={[
          { label: field('product'), value: goodsName(upload) },
          { label: field('rows'), value: format.count(upload.rows) },
          { label: field('columns'), value: format.count(upload.columns) },
          { label: t('delimiter'), value: upload.delimiter },
          { label: t('encoding'), value: upload.encoding },
        ]}
      />
      <div className="row">
        <Button onClick={next}>{word('continue')}</Button>
        <Button variant="default" onClick={() => setDiscarding(true)}>
          {t('other_file')}
        </Button>
      </div>
      {discarding && <Discard upload={upload} close={() => setDiscarding(false)} done={startOver} />}
    </section>
  )
}
