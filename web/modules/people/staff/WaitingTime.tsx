// How long a person has been waiting, as part of the time allowed: a bar that turns amber after two minutes, and the time as a figure.
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Row } from '../../../kit/base/list-state.ts'
import { clockText } from '../../../kit/form/use-seconds-left.ts'
import styles from './staff.module.css'

const LONG_S = 120

export function Waiting({ request: { requested_at, expires_at } }: { request: Row<'loginRequestsList'> }) {
  const t = useTranslations('staff.requests')
  const seconds = useSecondsSince(Date.parse(requested_at))
  const most = Math.max(1, (Date.parse(expires_at) - Date.parse(requested_at)) / 1000)
  const isLong = seconds >= LONG_S
  return (
    <span className={`lines gap-4 ${styles.waiting}`}>
      <span>{t('waiting_for', { time: clockText(seconds) })}</span>
      <span className="track" aria-hidden>
        <span data-look={isLong ? 'warning' : undefined} style={{ width: `${Math.min(100, (seconds / most) * 100)}%` }} />
      </span>
    </span>
  )
}

const secondsFrom = (at_ms: number) => Math.max(0, Math.floor((Date.now() - at_ms) / 1000))

function useSecondsSince(at_ms: number): number {
  const [seconds, setSeconds] = useState(() => secondsFrom(at_ms))
  useEffect(() => {
    setSeconds(secondsFrom(at_ms))
    const timer = setInterval(() => setSeconds(secondsFrom(at_ms)), 1000)
    return () => clearInterval(timer)
  }, [at_ms])
  return seconds
}
