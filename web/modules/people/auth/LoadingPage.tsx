// The page between the login and the first screen. It loads the app and the user, shows what it is waiting for, and after ten seconds offers to go back.
import { Button } from '@mantine/core'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toDoor } from '../../../kit/base/session.ts'
import { DoorPage } from './DoorPage.tsx'
import type { Check, LoadHouse } from './door.ts'

const SLOW_MS = 10_000

/** `failed` gets what `whyNot` finds out if the app could not be opened. */
type Props = {
  target: string | undefined
  loadHouse: LoadHouse
  opened: (house: ReactNode) => void
  whyNot: () => Promise<Check>
  failed: (check: Check) => void
}

export function Loading({ target: asked, loadHouse, opened, whyNot, failed }: Props) {
  const t = useTranslations('auth.loading')
  /** The path to open. It is read only once, because the address changes while the app is opening. */
  const [target] = useState(asked)
  const [arrived, setArrived] = useState(false)
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    loadHouse()
      .then(({ openHouse }) => {
        setArrived(true)
        return openHouse(target)
      })
      // In a transition, React draws the shell in small pieces, and the page answers to presses in between.
      .then(
        (house) => startTransition(() => opened(house)),
        () => {
          setSlow(true)
          whyNot().then(failed)
        },
      )
    return () => clearTimeout(timer)
  }, [target, loadHouse, opened, whyNot, failed])
  return (
    <DoorPage title={slow ? t('slow') : t('title')}>
      <ul className="lines" aria-live="polite">
        <li>
          {t('application')}
          {arrived ? '' : '…'}
        </li>
        <li className={arrived ? undefined : 'muted'}>{t('account')}…</li>
      </ul>
      {slow && (
        <div className="row">
          <Button onClick={() => location.reload()}>{t('retry')}</Button>
          <Button variant="default" onClick={() => toDoor('signed_out')}>
            {t('logout')}
          </Button>
        </div>
      )}
    </DoorPage>
  )
}
