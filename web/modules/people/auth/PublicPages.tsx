// Pages of the login that need no further loading: no shop at this address, no answer from the server. Also parts of the other public pages.
import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { lastSlip } from '../../../kit/base/last-slip.ts'
import { signedIn } from '../../../kit/base/session.ts'
import { door } from './door.ts'

const BEAT_MS = 5_000
export const toStart = () => location.assign('/')
const reload = () => location.reload()

export function Page({ children, again, beside }: { children: ReactNode; again?: () => void; beside?: ReactNode }) {
  const t = useTranslations('auth.pages')
  const text = useTranslations('auth.loading')
  return (
    <div className="stack">
      {children}
      <div className="row">
        {again && <Button onClick={again}>{text('retry')}</Button>}
        {beside}
        <Button component="a" href="/" variant="default">
          {t('home')}
        </Button>
      </div>
    </div>
  )
}

export function NoShop() {
  const t = useTranslations('auth.pages')
  return <Page again={toStart}>{t('no_shop_hint', { host: location.hostname })}</Page>
}

/** Checks every `every_ms` milliseconds whether the server answers, and calls `goOn` once it does. */
export function useRecheck(every_ms: number, goOn: () => void) {
  useEffect(() => {
    const timer = setInterval(() => {
      door.organisationCheck({ organisation_name: location.hostname }).then(goOn, () => undefined)
    }, every_ms)
    return () => clearInterval(timer)
  }, [every_ms, goOn])
}

export function NoAnswerPage() {
  const t = useTranslations('auth.pages')
  useRecheck(BEAT_MS, reload)
  const number = signedIn() ? lastSlip() : ''
  return (
    <Page again={reload}>
      <p>{t('no_answer_hint')}</p>
      {number && (
        <p>
          {t('last_slip')} <b className="breaks">{number}</b>
        </p>
      )}
    </Page>
  )
}
