// Where the user is signed in, and the devices that the account knows. Each device, and each session but this one, can be removed.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Output, query, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Failed } from '../../../kit/page/Empty.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { Browsers } from './Browsers.tsx'
import styles from './settings.module.css'
import type { TabProps } from './tabs.ts'

type Session = Output<'sessionsList'>['content'][number]

export default function PlacesTab({ all }: TabProps) {
  const t = useTranslations('settings.places')
  const field = useTranslations('fields')
  const { data, error, refetch } = useQuery(query('sessionsList', {}))
  const end = useCall('sessionEnd', { refresh: ['sessionsList', 'settingsView'] })
  const [asks, setAsks] = useState(false)
  if (error && !data) return <Failed error={error} retry={refetch} />
  const sessions = data?.content ?? []
  const endOthers = () => end.mutate({}, { onSettled: () => setAsks(false) })
  return (
    <>
      <div className="card">
        <h2>{field('sessions')}</h2>
        <Refusal error={end.error} changes />
        <ul className="ruled" aria-busy={!data}>
          {sessions.map((session) => (
            <SessionItem key={session.session_id} {...session} busy={end.isPending} end={() => end.mutate({ session_id: session.session_id })} />
          ))}
        </ul>
        {data && sessions.length < 2 ? (
          <p className="muted">{t('only_here')}</p>
        ) : (
          <Button variant="default" disabled={end.isPending} onClick={() => setAsks(true)}>
            {t('end_others')}
          </Button>
        )}
      </div>
      <Browsers browsers={all.browsers} />
      {asks && (
        <Confirm title={t('end_others')} confirm={t('end_others')} danger busy={end.isPending} onConfirm={endOthers} onClose={() => setAsks(false)}>
          <p>{t('end_others_effect')}</p>
        </Confirm>
      )}
    </>
  )
}

function SessionItem({ device, address, created_at, last_seen_at, is_this, busy, end }: Session & { busy: boolean; end: () => void }) {
  const t = useTranslations('settings.places')
  const name = device || t('unknown')
  return (
    <li className={`row ${styles.item}`}>
      <div>
        <b>{name}</b> {is_this && <span className="badge success">{t('this')}</span>}
        <p className="muted">
          {address} · {t('since', { time: format.dateTime(created_at) })} · {t('seen', { time: format.dateTime(last_seen_at) })}
        </p>
      </div>
      {!is_this && (
        <Button variant="default" size="xs" disabled={busy} aria-label={t('end_name', { device: name })} onClick={end}>
          {t('end')}
        </Button>
      )}
    </li>
  )
}
