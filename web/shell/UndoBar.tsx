// Offers to undo a harmless change that was just saved. The offer ends after ten seconds; the countdown pauses while the user's pointer or focus is on the bar.
import { Button } from '@mantine/core'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../kit/base/api.ts'
import { type Offer, offerUndo } from '../kit/form/undo.ts'
import kit from '../kit/page/kit.module.css'
import { Refusal } from '../kit/page/Refusal.tsx'
import styles from './shell.module.css'

const SECONDS = 10
/** How many seconds the bar confirms that a change was undone. */
const AFTER_SECONDS = 4

const leave = () => offerUndo(undefined)

export default function UndoBar({ offer: { call, input, refresh, undone } }: { offer: Offer }) {
  const t = useTranslations('house.form')
  const word = useTranslations('house.words')
  const [isHeld, setHeld] = useState(false)
  const send = useCall(call, { refresh, done: undone })
  const seconds = useSecondsLeft(isHeld || send.isPending || send.isError, send.isSuccess ? AFTER_SECONDS : SECONDS)
  const hold = { onMouseEnter: () => setHeld(true), onMouseLeave: () => setHeld(false), onFocus: () => setHeld(true), onBlur: () => setHeld(false) }
  return (
    <div className={`surface row ${styles.undo}`} {...hold}>
      {send.isSuccess && <span>{t('undone')}</span>}
      <Refusal error={send.error} changes />
      {!send.isSuccess && (
        <Button size="xs" variant="default" disabled={send.isPending} onClick={() => send.mutate(input)}>
          {t('undo')}
        </Button>
      )}
      {!send.isSuccess && !send.isError && (
        <span aria-hidden className="muted">
          {seconds}
        </span>
      )}
      <button type="button" className={kit.close} aria-label={word('close')} onClick={leave}>
        <X size={18} aria-hidden />
      </button>
    </div>
  )
}

/** Returns the seconds during which the change can still be undone, and ends the offer at 0. `waits`: pauses the countdown. */
function useSecondsLeft(waits: boolean, from: number): number {
  const [seconds, setSeconds] = useState(from)
  useEffect(() => {
    setSeconds(from)
  }, [from])
  useEffect(() => {
    if (waits) return
    if (seconds <= 0) return leave()
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000)
    return () => clearTimeout(timer)
  }, [seconds, waits])
  return Math.min(seconds, from)
}
