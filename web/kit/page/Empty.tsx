// A list without rows says why (no rows yet, no match, or not loaded) and offers a next step.
import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from '../router/Pages.tsx'
import type { DrawingName } from './Drawing.tsx'
import styles from './empty.module.css'
import { isNoSuch, NoSuch } from './no-such.ts'
import { Refusal } from './Refusal.tsx'

const Drawn = lazy(() => import('./Drawing.tsx'))

/** A drawing; its place is reserved while its code is loading. */
export const Drawing = ({ name }: { name: DrawingName }) => (
  <div className={`rigid ${styles.drawing}`}>
    <Suspense>
      <Drawn name={name} />
    </Suspense>
  </div>
)

type Props = { title: string; hint?: string | undefined; drawing?: DrawingName; children?: ReactNode }

export function Empty({ title, hint, drawing = 'nothing', children }: Props) {
  return (
    <div className={`card stack gap-12 centred ${styles.empty}`}>
      {(hint || children) && <Drawing name={drawing} />}
      <h2>{title}</h2>
      {hint && <p className="muted">{hint}</p>}
      {children}
    </div>
  )
}

export function NoMatch({ reset }: { reset: () => void }) {
  const t = useTranslations('house')
  const word = useTranslations('house.words')
  return (
    <Empty title={t('empty.no_match')} hint={t('empty.no_match_hint')} drawing="no_match">
      <Button variant="default" onClick={reset}>
        {word('reset')}
      </Button>
    </Empty>
  )
}

/** Shows that a request failed. If the screen is about one row, and no row has the id in the address, it says that this thing does not exist. */
export function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations('house.empty')
  const text = useTranslations('auth.loading')
  const isOfOne = Object.keys(useParams()).length > 0
  if (isOfOne && isNoSuch(error))
    return (
      <Suspense>
        <NoSuch />
      </Suspense>
    )
  return (
    <Empty title={t('failed')} drawing="failed">
      <Refusal error={error} />
      <Button variant="default" onClick={retry}>
        {text('retry')}
      </Button>
    </Empty>
  )
}
