// The PINs of a bulk sale as a file. The server gives it out once; until the panel closes it can be saved again from here.
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ask, type Output } from '../../kit/api.ts'
import { Refusal } from '../../kit/Refusal.tsx'
import { saveFile } from '../../kit/save-file.ts'
import styles from './till.module.css'

type State = { file?: Output<'saleDownload'>; busy?: boolean; error?: unknown }

export function BulkFile({ download_id, onFetched }: { download_id: string; onFetched?: () => void }) {
  const t = useTranslations('till.file')
  const [{ file, busy, error }, setState] = useState<State>({})
  const isAsking = useRef(false)
  async function fetchFile() {
    if (file) return save(file)
    if (isAsking.current) return
    isAsking.current = true
    setState({ busy: true })
    try {
      const fetched = await ask('saleDownload', { download_id })
      setState({ file: fetched })
      save(fetched)
      onFetched?.()
    } catch (refused) {
      setState({ error: refused })
    } finally {
      isAsking.current = false
    }
  }
  return (
    <div className="stack">
      <p className="muted">{t(file ? 'saved' : 'once')}</p>
      <Refusal error={error} changes />
      <button type="button" className={styles.action} onClick={fetchFile} aria-busy={busy}>
        {t(busy ? 'fetching' : file ? 'again' : 'fetch')}
      </button>
    </div>
  )
}

const save = ({ filename, csv }: Output<'saleDownload'>) => saveFile(filename, csv)
