// The PINs of a bulk sale as a file. The server sends the file only once; until the panel closes the user can save it again from the browser's memory.
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ask, type Output } from '../base/api.ts'
import { saveFile } from '../base/save-file.ts'
import { Refusal } from '../page/Refusal.tsx'
import { ReprintTroubles } from './ReprintTroubles.tsx'
import { type ReprintTrouble, troubleOf } from './use-reprint.ts'

type State = { file?: Output<'saleDownload'>; busy?: boolean; error?: unknown; trouble?: ReprintTrouble }

export function BulkFile({ download_id, onFetched }: { download_id: string; onFetched?: () => void }) {
  const t = useTranslations('selling.file')
  const [{ file, busy, error, trouble }, setState] = useState<State>({})
  const isAsking = useRef(false)
  /** Fetches the file. More than ten minutes after the sale, or in another session, the file is subject to the reprint policy, like any slip. */
  async function fetchFile(reason?: string) {
    if (file) return save(file)
    if (isAsking.current) return
    isAsking.current = true
    setState({ busy: true })
    try {
      const fetched = await ask('saleDownload', { download_id, ...(reason ? { reason } : {}) })
      setState({ file: fetched })
      save(fetched)
      onFetched?.()
    } catch (refused) {
      const trouble = troubleOf(refused)
      setState(trouble.kind === 'reason_needed' || trouble.kind === 'manager_needed' ? { trouble } : { error: refused })
    } finally {
      isAsking.current = false
    }
  }
  return (
    <div className="stack">
      <p className="muted">{t(file ? 'saved' : 'once')}</p>
      <Refusal error={error} changes />
      <button type="button" className="surface control tall medium" onClick={() => fetchFile()} aria-busy={busy}>
        {t(busy ? 'fetching' : file ? 'again' : 'fetch')}
      </button>
      <ReprintTroubles trouble={trouble} onReason={(_, reason) => fetchFile(reason)} onClose={() => setState({})} />
    </div>
  )
}

const save = ({ filename, csv }: Output<'saleDownload'>) => saveFile(filename, csv)
