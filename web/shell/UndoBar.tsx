// Offers to undo what was just saved: a harmless change of a form, or a bulk action. The offer ends after ten seconds; the countdown pauses while the user's
// pointer or focus is on the bar. Rows that could not be undone are named, until the user closes the bar.
import { Button } from '@mantine/core'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../kit/base/format.ts'
import { StepsOutcome } from '../kit/form/StepsOutcome.tsx'
import { isOver } from '../kit/form/steps.ts'
import { holdOffer, type Offer, offerUndo } from '../kit/form/undo.ts'
import { useSteps } from '../kit/form/use-steps.ts'
import styles from './shell.module.css'

const SECONDS = 10
/** How many seconds the bar confirms that a change was undone. */
const AFTER_SECONDS = 4

const leave = () => offerUndo(undefined)

/** A number for each offer. It is the React key of the bar, so that a new offer begins with a new bar and a new countdown. */
const numbers = new WeakMap<Offer, number>()
let last = 0
function numberOf(offer: Offer): number {
  if (!numbers.has(offer)) numbers.set(offer, ++last)
  return numbers.get(offer) ?? last
}

export default function UndoBar({ offer }: { offer: Offer }) {
  return <Bar key={numberOf(offer)} {...offer} />
}

function Bar({ steps, rows, unsure = 0, refresh, undone }: Offer) {
  const t = useTranslations('shell.undo')
  const house = useTranslations('house')
  const [isHeld, setHeld] = useState(false)
  const [isDone, setDone] = useState(false)
  const [kept, setKept] = useState<readonly string[]>([])
  const [waits, setWaits] = useState(false)
  const { run, isBusy, ...calls } = useSteps({
    refresh,
    heard(said) {
      const names = 'kept' in said && Array.isArray(said.kept) ? said.kept : []
      setKept((before) => [...before, ...names])
      if ('state' in said && said.state === 'waiting') setWaits(true)
    },
    done() {
      setDone(true)
      undone?.()
    },
  })
  const isStuck = !isBusy && !isOver(run)
  const seconds = useSecondsLeft(isHeld || isBusy || isStuck || kept.length > 0 || waits, isDone ? AFTER_SECONDS : SECONDS)
  const hold = { onMouseEnter: () => setHeld(true), onMouseLeave: () => setHeld(false), onFocus: () => setHeld(true), onBlur: () => setHeld(false) }
  useEffect(() => {
    holdOffer(isBusy)
    return () => holdOffer(false)
  }, [isBusy])
  return (
    <div className={`surface row ${styles.undo}`} {...hold}>
      {rows !== undefined && run.all === 0 && <span>{t('rows', { n: rows, count: format.count(rows) })}</span>}
      {unsure > 0 && <span>{t('unsure', { n: unsure, count: format.count(unsure) })}</span>}
      {isDone && !waits && kept.length === 0 && <span>{t('done')}</span>}
      {waits && <span className="notice warning">{house('second.title')}</span>}
      {kept.length > 0 && (
        <div className="notice warning">
          <b>{t('kept')}</b>
          <p>{kept.join(', ')}</p>
        </div>
      )}
      {(isBusy || isStuck) && <StepsOutcome run={run} />}
      {!isDone && (
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => void (run.all === 0 ? calls.begin(steps) : calls.again())}>
          {t('undo')}
        </Button>
      )}
      {!isDone && run.all === 0 && (
        <span aria-hidden className="muted hidden-on-phone">
          {seconds}
        </span>
      )}
      <button type="button" className="bare square" aria-label={house('words.close')} disabled={isBusy} onClick={leave}>
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
