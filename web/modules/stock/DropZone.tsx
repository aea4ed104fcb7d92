// A place to drop a .csv file on, which is a button too.
import { type DragEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../kit/base/format.ts'
import styles from './stock.module.css'

type Props = { file: File | undefined; take: (file: File | undefined) => void }

export function DropZone({ file, take }: Props) {
  const t = useTranslations('stock.import')
  const refusals = useTranslations('errors')
  const [isOver, setOver] = useState(false)
  const [isOther, setOther] = useState(false)
  function offer(given: File | undefined) {
    if (!given) return
    const isCsv = /\.csv$/i.test(given.name)
    setOther(!isCsv)
    take(isCsv ? given : undefined)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    offer(event.dataTransfer.files[0])
  }
  return (
    <div className="stack">
      <label
        className={styles.drop}
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
          accept=".csv,text/csv"
          className="hidden-visually"
          onChange={(event) => {
            offer(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        <b>{file ? file.name : t('drop')}</b>
        <span className="muted">{file ? `${format.count(Math.ceil(file.size / 1000))} kB` : t('drop_hint')}</span>
        <span className={styles.browse}>{file ? t('other_file') : t('browse')}</span>
      </label>
      {isOther && (
        <p role="alert" className="notice danger">
          <b>{refusals('refusals.file_not_csv')}</b> {refusals('next.file_not_csv')}
        </p>
      )}
    </div>
  )
}
