// Asks for the first one-time code, from the authenticator app that was just set up or from the message sent. The code proves that the next sign-in will work.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import { type Output, useCall } from '../../../kit/base/api.ts'
import { CodeEntry } from '../../../kit/form/CodeEntry.tsx'
import { Copy } from '../../../kit/page/Copy.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import styles from './settings.module.css'

/** The QR code's component is loaded on demand, because no other section of the settings draws a QR code. */
const QrCode = lazy(() => import('../../../kit/page/QrCode.tsx'))

export type Way = 'app' | 'email' | 'sms'
type Props = { way: Way; begun: Output<'codeStart'>; done: (codes: readonly string[]) => void; again: () => void }

export function CodeSetup({ way, begun, done, again }: Props) {
  const t = useTranslations('settings.code')
  const word = useTranslations('words')
  const entry = useTranslations('entry.code')
  const [tries, setTries] = useState(0)
  const confirm = useCall('codeConfirm', { done: ({ recovery_codes }) => done(recovery_codes) })
  const left = confirm.error instanceof CallError && confirm.error.code === 'otp_wrong' ? Number(confirm.error.detail.left) : undefined
  return (
    <div className="card stack">
      {way === 'app' && <AppSecret {...begun} />}
      <Refusal error={confirm.error} changes />
      <p role="status" className="quiet">
        {left !== undefined && entry('left', { left })}
      </p>
      <div style={{ maxWidth: 360 }}>
        <CodeEntry
          key={tries}
          hint={way === 'app' ? t('enter_app') : t('enter_sent', { destination: begun.code_destination })}
          busy={confirm.isPending}
          send={(otp) => confirm.mutate({ otp }, { onError: () => setTries((n) => n + 1) })}
        />
      </div>
      <div>
        <Button variant="default" onClick={again}>
          {word('start_over')}
        </Button>
      </div>
    </div>
  )
}

function AppSecret({ secret, uri }: Pick<Output<'codeStart'>, 'secret' | 'uri'>) {
  const t = useTranslations('settings.code')
  return (
    <>
      <p>{t('scan')}</p>
      <Suspense fallback={<div className={styles.picture} aria-busy />}>
        <QrCode text={uri} label={t('picture')} />
      </Suspense>
      <div>
        <p className="muted">{t('by_hand')}</p>
        <p className="row">
          <span className={`mono breaks ${styles.code}`}>{secret.match(/.{1,4}/g)?.join(' ')}</span>
          <Copy size="xs" text={secret} />
        </p>
      </div>
    </>
  )
}
