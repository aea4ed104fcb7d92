// Asks for the format and the columns of an export. The button says how many rows the file will have.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { encodeInput } from '../../../contract/kit/client.ts'
import { isMailed } from '../../../contract/papers/report-schedules.ts'
import { useCall } from '../base/api.ts'
import { contractOf } from '../base/contract.ts'
import * as format from '../base/format.ts'
import { withArea } from '../base/language.tsx'
import type { ListName } from '../base/list-state.ts'
import { Choices } from '../form/Choices.tsx'
import { Dialog } from '../page/Dialog.tsx'
import { Refusal } from '../page/Refusal.tsx'
import { useNavigate } from '../router/Pages.tsx'
import { type FileColumn, isExportable } from './list-columns.ts'
import { RecentFiles } from './RecentFiles.tsx'

const ScheduleDialog = lazy(() => withArea('ledgers', import('./ScheduleDialog.tsx')))

type Format = 'csv' | 'xlsx'
type Which = 'shown' | 'every'
type Props = { call: ListName; title: string; total: number; input: object; files: Record<Which, FileColumn[]>; onClose: () => void }

/** Converts the list's input to wire form without paging, because the file contains every page. */
function wireOf(call: ListName, input: object): Record<string, string> {
  const wire = Object.entries(encodeInput(contractOf(call), { ...input }))
  return Object.fromEntries(wire.filter(([name]) => !/^(page|limit|total_items)$/.test(name)).map(([name, value]) => [name, String(value)]))
}

export default function ExportDialog({ call, title, total, input, files, onClose }: Props) {
  const t = useTranslations('pages.list')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const navigate = useNavigate()
  const [as, setAs] = useState<Format>('csv')
  const [which, setWhich] = useState<Which>('shown')
  const screen = useTranslations('house.screens')
  const [isScheduling, setScheduling] = useState(false)
  const start = useCall('exportStart', { refresh: ['exportsList'], done: ({ download_id }) => navigate(`/download/${download_id}`) })
  const begin = () => {
    if (isExportable(call)) start.mutate({ list: call, input: wireOf(call, input), columns: files[which], format: as, title })
  }
  if (isScheduling && isExportable(call))
    return (
      <Suspense>
        <ScheduleDialog report={{ list: call, input: wireOf(call, input), columns: files[which], format: as, title }} onClose={onClose} />
      </Suspense>
    )
  return (
    <Dialog title={t('export_title', { title })} onClose={onClose}>
      <div className="stack">
        <Choices
          label={field('filename')}
          value={as}
          choices={[
            { value: 'csv', label: t('csv') },
            { value: 'xlsx', label: t('xlsx') },
          ]}
          choose={setAs}
        />
        <Choices
          label={field('columns')}
          value={which}
          choices={[
            { value: 'shown', label: t('columns_shown', { count: format.count(files.shown.length) }) },
            { value: 'every', label: word('all_of', { count: format.count(files.every.length) }) },
          ]}
          choose={setWhich}
        />
        <Refusal error={start.error} changes />
        <div className="row">
          <Button disabled={start.isPending} onClick={begin} data-autofocus>
            {t('export', { n: total, count: format.count(total) })}
          </Button>
          {isMailed(call) && (
            <Button variant="default" onClick={() => setScheduling(true)} data-schedule>
              {screen('report_schedules')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {word('cancel')}
          </Button>
        </div>
        <RecentFiles />
      </div>
    </Dialog>
  )
}
