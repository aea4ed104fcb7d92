// One's own export: how far it is, then the file; after a day it can be run again from its list.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Output, query } from '../../kit/api.ts'
import { DetailPage } from '../../kit/DetailPage.tsx'
import { Failed } from '../../kit/Empty.tsx'
import * as format from '../../kit/format.ts'
import { RecentFiles } from '../../kit/RecentFiles.tsx'
import { Refusal } from '../../kit/Refusal.tsx'
import styles from './exports.module.css'
import { fetchFile } from './fetch-file.ts'
import { pageOf } from './page-of.ts'

const LOOK_MS = 700
type Progress = Output<'exportProgress'>
const isOpen = (state: Progress['state'] | undefined) => state === 'waiting' || state === 'running'

export default function Download() {
  const t = useTranslations('devices.download')
  const { downloadId: download_id = '' }: { downloadId?: string } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    ...query('exportProgress', { download_id }),
    refetchInterval: ({ state }) => (isOpen(state.data?.state) ? LOOK_MS : false),
  })
  if (error) return <Failed error={error} retry={refetch} />
  if (!data) return <DetailPage facts={[]} />
  const facts = [
    { label: t('state'), value: <span role="status">{t(`states.${data.state}`)}</span> },
    { label: t('rows'), value: format.count(data.state === 'ready' ? data.rows_done : data.rows_total) },
    { label: t('size'), value: data.bytes > 0 ? t('kilobytes', { size: format.count(Math.ceil(data.bytes / 1024)) }) : '–' },
    { label: t('made'), value: format.dateTime(data.created_at) },
    { label: t('until'), value: format.dateTime(data.expires_at) },
  ]
  return (
    <DetailPage title={data.file_name} facts={facts}>
      {isOpen(data.state) && (
        <div className="card stack">
          <progress className={styles.progress} aria-label={t('progress')} max={Math.max(data.rows_total, 1)} value={data.rows_done} />
          <p className="muted">{t('leave')}</p>
        </div>
      )}
      {data.state === 'ready' && <Fetch download_id={download_id} file_name={data.file_name} />}
      {(data.state === 'expired' || data.state === 'failed') && <Again progress={data} />}
      <RecentFiles except={download_id} />
    </DetailPage>
  )
}

function Fetch({ download_id, file_name }: { download_id: string; file_name: string }) {
  const t = useTranslations('devices.download')
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
          {t('save')}
        </Button>
      </div>
    </div>
  )
}

function Again({ progress }: { progress: Progress }) {
  const t = useTranslations('devices.download')
  const to = pageOf(progress.list)
  return (
    <div className="notice stack">
      <p>{t(progress.state === 'expired' ? 'expired' : 'failed')}</p>
      {to && (
        <div className="row">
          <Button component={Link} to={to}>
            {t('again')}
          </Button>
        </div>
      )}
    </div>
  )
}
