// The dialog before a session ends. It shows the time left, announces each minute, and lets the user stay signed in if that is possible (WCAG 2.2.1).
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { signOut, useCall } from '../../kit/base/api.ts'
import * as format from '../../kit/base/format.ts'
import { ASKS_TO_STAY, keep } from '../../kit/base/session.ts'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { Refusal } from '../../kit/page/Refusal.tsx'
import { minutesLeft, type SessionEnd } from './session-end.ts'

type Props = { end: SessionEnd; accept: () => void }

export default function SessionWarning({ end, accept }: Props) {
  const t = useTranslations('shell.session')
  const text = useTranslations('auth.loading')
  const now = useNow()
  const isIdle = end.kind === 'idle'
  const check = useCall('authCheck', { done: () => keep({ active: String(Date.now()) }) })
  const stay = () => (isIdle ? check.mutate({}) : accept())
  return (
    <Dialog title={t(isIdle ? 'title' : 'title_end')} onClose={stay}>
      <div className="stack" {...{ [ASKS_TO_STAY]: true }}>
        <p>{t(end.kind, { time: format.time(new Date(end.at)) })}</p>
        <p role="status">
          <b>{t('left', { minutes: minutesLeft(end, now) })}</b>
        </p>
        <Refusal error={check.error} />
        <div className="row">
          <Button data-autofocus disabled={check.isPending} onClick={stay}>
            {t(isIdle ? 'stay' : 'carry_on')}
          </Button>
          <Button variant="default" onClick={signOut}>
            {text('logout')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const TICK_MS = 1_000

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
