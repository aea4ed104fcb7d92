// The user's export: its progress, then the file. An export that failed or whose file was deleted can be run again with the same input.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Output, query, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { RecentFiles } from '../../../kit/list/RecentFiles.tsx'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { LinkButton } from '../../../kit/page/LinkButton.tsx'
import { FailedPage } from '../../../kit/page/OnePage.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useNavigate, useParams } from '../../../kit/router/Pages.tsx'
import { fetchFile } from './fetch-file.ts'

const LOOK_MS = 700
type Progress = Output<'exportProgress'>
const isOpen = (state: Progress['state'] | undefined) => state === 'waiting' || state === 'running'

export default function Download() {
  const t = useTranslations('devices.download')
  const field = useTranslations('fields')
  const { downloadId: download_id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...query('exportProgress', { download_id }),
    refetchInterval: ({ state }) => (isOpen(state.data?.state) ? LOOK_MS : false),
  })
  // While the file is being made, a failed request for its progress is ignored, because the next one may succeed.
  if (error && !isOpen(data?.state)) return <FailedPage error={error} retry={refetch} />
  if (!data) return <DetailPage facts={[]} />
  const facts = [
    { label: field('state'), value: <span role="status">{t(`states.${data.state}`)}</span> },
    { label: data.list === 'monthPack' ? t('steps') : field('rows'), value: format.count(data.state === 'ready' ? data.rows_done : data.rows_total) },
    { label: t('size'), value: data.bytes > 0 ? t('kilobytes', { size: format.count(Math.ceil(data.bytes / 1024)) }) : '–' },
    { label: t('made'), value: format.dateTime(data.created_at) },
    { label: t('until'), value: format.dateTime(data.expires_at) },
  ]
  return (
    <DetailPage title={data.file_name} facts={facts}>
      {isOpen(data.state) && <Making progress={data} />}
      {data.state === 'ready' && <Fetch download_id={download_id} file_name={data.file_name} />}
      {(data.state === 'expired' || data.state === 'failed') && <Again download_id={download_id} state={data.state} list={data.list} />}
      <RecentFiles except={download_id} />
    </DetailPage>
  )
}

/** The progress of the export. Its total is known once the first rows are written. */
function Making({ progress: { rows_done, rows_total } }: { progress: Progress }) {
  const t = useTranslations('devices.download')
  const percent = rows_total > 0 ? Math.floor((Math.min(rows_done, rows_total) / rows_total) * 100) : 0
  return (
    <div className="card stack">
      <progress className="progress full" style={{ maxWidth: 480, height: 12 }} aria-label={t('progress')} max={Math.max(rows_total, 1)} value={rows_done} />
      {rows_total > 0 && <p>{t('rows_done', { done: format.count(rows_done), n: rows_total, count: format.count(rows_total), percent: String(percent) })}</p>}
      <p className="muted">{t('leave')}</p>
    </div>
  )
}

function Fetch({ download_id, file_name }: { download_id: string; file_name: string }) {
  const word = useTranslations('words')
  const [isFetching, setFetching] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  async function fetchIt() {
    setFetching(true)
    setFailure(undefined)
    await fetchFile(download_id, file_name).catch(setFailure)
    setFetching(false)
  }
  return (
    <div className="stack">
      <Refusal error={failure} />
      <div className="row">
        <Button disabled={isFetching} onClick={fetchIt}>
          {word('download')}
        </Button>
      </div>
    </div>
  )
}

function Again({ download_id, state, list }: { download_id: string; state: 'expired' | 'failed'; list: Progress['list'] }) {
  const t = useTranslations('devices.download')
  const navigate = useNavigate()
  const again = useCall('exportAgain', { refresh: ['exportsList'], done: ({ download_id: fresh }) => navigate(`/download/${fresh}`) })
  return (
    <div className="notice stack">
      <p>{t(state)}</p>
      <Refusal error={again.error} changes />
      <div className="row">
        {list === 'monthPack' ? (
          <LinkButton to="/month-end">{t('again')}</LinkButton>
        ) : (
          <Button disabled={again.isPending} onClick={() => again.mutate({ download_id })}>
            {t('again')}
          </Button>
        )}
      </div>
    </div>
  )
}
