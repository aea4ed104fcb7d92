// The second step of signing in: the one-time code, or a recovery code instead.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import type { SignIn } from '../../../../contract/people/auth.ts'
import { CodeEntry } from '../../../kit/form/CodeEntry.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import styles from './auth.module.css'
import { DoorPage } from './DoorPage.tsx'
import { type StepProps, steps } from './step-calls.ts'

export function CodeStep({ underWay: { username, at }, arrived, over }: StepProps) {
  const t = useTranslations('entry.code')
  const [byRecovery, setByRecovery] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [trouble, setTrouble] = useState<unknown>()
  const [isSent, setIsSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const reference = { reference_id: at.reference_id, reference: at.reference }
  const left = trouble instanceof CallError && trouble.code === 'code_wrong' ? Number(trouble.detail.left) : undefined

  async function run(work: () => Promise<SignIn>) {
    setBusy(true)
    setTrouble(undefined)
    setIsSent(false)
    try {
      arrived(await work())
      return true
    } catch (error) {
      if (error instanceof CallError && (error.code === 'login_expired' || error.detail.left === 0)) over('login_expired')
      setTrouble(error)
      setAttempt((n) => n + 1)
      return false
    } finally {
      setBusy(false)
    }
  }
  const verify = (otp: string) => run(() => steps.loginVerify({ username, otp, ...reference }))
  const again = at.code_channel === 'app' ? undefined : { at: at.code_again_at, ask: async () => setIsSent(await run(() => steps.codeAgain(reference))) }

  return (
    <DoorPage title={t('title')}>
      <div className="stack">
        <Refusal error={trouble} />
        <p role="status" className="muted quiet">
          {left !== undefined && t('left', { left })}
          {isSent && t('sent')}
        </p>
        {byRecovery ? (
          <RecoveryEntry key={attempt} busy={busy} send={verify} />
        ) : (
          <CodeEntry key={attempt} hint={hintOf(at, t)} busy={busy} send={verify} again={again} />
        )}
        <div className={`row ${styles.ways}`}>
          <button type="button" className={`bare ${styles.plain}`} onClick={() => setByRecovery(!byRecovery)}>
            {byRecovery ? t('use_code') : t('use_recovery')}
          </button>
          <button type="button" className={`bare ${styles.plain}`} onClick={() => over()}>
            {t('other_account')}
          </button>
        </div>
      </div>
    </DoorPage>
  )
}

function hintOf({ code_channel, code_destination }: SignIn, t: ReturnType<typeof useTranslations<'entry.code'>>): string {
  if (code_channel === 'email' || code_channel === 'sms') return t(code_channel, { destination: code_destination })
  return t('app')
}

function RecoveryEntry({ send, busy }: { send: (code: string) => void; busy: boolean }) {
  const t = useTranslations('entry.code')
  const required = useTranslations('errors.problems')('required')
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() && !busy) send(code)
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextInput
        autoFocus
        size="md"
        name="recovery"
        label={t('recovery')}
        description={t('recovery_hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        maxLength={20}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={missing && required}
      />
      <Button type="submit" size="md" disabled={busy}>
        {busy ? t('busy') : t('submit')}
      </Button>
    </form>
  )
}
