// An area on which a .csv file can be dropped, and which is also a button. Several files, workbooks and archives are passed to the screen that reads any file.
import { type DragEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'

type Props = { file: File | undefined; take: (file: File | undefined) => void; others?: ((files: readonly File[]) => void) | undefined }

const OTHERS = /\.(csv|txt|tsv|xlsx|zip)$/i

export function DropZone({ file, take, others }: Props) {
  const t = useTranslations('stock.import')
  const refusals = useTranslations('errors')
  const [isOver, setOver] = useState(false)
  const [isOther, setOther] = useState(false)
  function offer([given, ...more]: readonly File[]) {
    if (!given) return
    if (others && (more.length > 0 || !/\.csv$/i.test(given.name)) && [given, ...more].every(({ name }) => OTHERS.test(name))) return others([given, ...more])
    const isCsv = /\.csv$/i.test(given.name)
    setOther(!isCsv)
    take(isCsv ? given : undefined)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    offer([...event.dataTransfer.files])
  }
  return (
    <div className="stack">
      <label
        className="drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          type="file"
          accept={others ? '.csv,text/csv,.txt,.tsv,.xlsx,.zip' : '.csv,text/csv'}
          multiple={others !== undefined}
          className="hidden-visually"
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])]
            event.currentTarget.value = ''
            offer(files)
          }}
        />
        <b>{file ? file.name : t('drop')}</b>
        <span className="muted">{file ? `${format.count(Math.ceil(file.size / 1000))} kB` : t('drop_hint')}</span>
        {others && !file && <span className="muted">{t('drop_others')}</span>}
        <span className="surface browse">{file ? t('other_file') : t('browse')}</span>
      </label>
      {isOther && (
        <p role="alert" className="notice danger">
          <b>{refusals('refusals.file_not_csv')}</b> {refusals('next.file_not_csv')}
        </p>
      )}
    </div>
  )
}
