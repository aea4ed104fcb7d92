// Signing in, first step: user name and password (spec §2).
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { login } from '../../../contract/auth.ts'
import { CallError } from '../../../contract/kit/client.ts'
import { begin } from '../../kit/session.ts'
import styles from './auth.module.css'
import { DoorPage } from './DoorPage.tsx'
import { door, loadHouse } from './door.ts'

type Trouble = { kind: 'missing'; fields: readonly string[] } | { kind: 'refused'; error: unknown } | { kind: 'next_step'; step: 'one_time_code' | 'approval' }

export function Login({ ended, entered }: { ended: boolean; entered: () => void }) {
  const t = useTranslations('door.login')
  const password = useRef<HTMLInputElement>(null)
  const [trouble, setTrouble] = useState<Trouble>()
  const [busy, setBusy] = useState(false)
  const [withToken, setWithToken] = useState(false)
  const missing = (field: string) => trouble?.kind === 'missing' && trouble.fields.includes(field)
  const required = useTranslations('errors.problems')('required')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = Object.fromEntries([...new FormData(event.currentTarget)].filter(([, value]) => value !== ''))
    const read = z.safeDecode(login.input, typed as z.input<typeof login.input>)
    if (!read.success) return setTrouble({ kind: 'missing', fields: read.error.issues.map((issue) => String(issue.path[0])) })
    setBusy(true)
    try {
      const answer = await door.login(read.data)
      if (answer.next_step !== 'none') return setTrouble({ kind: 'next_step', step: answer.next_step })
      begin(answer)
      entered()
    } catch (error) {
      setTrouble({ kind: 'refused', error })
      password.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <DoorPage title={t('title')}>
      <form className={styles.form} onSubmit={submit} onInput={loadHouse} noValidate>
        <Notice trouble={trouble} ended={ended} />
        <TextInput
          name="username"
          size="md"
          label={t('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={missing('username') && required}
        />
        <PasswordInput
          ref={password}
          name="password"
          size="md"
          label={t('password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('show'), tabIndex: 0, 'aria-hidden': false }}
          error={missing('password') && required}
        />
        {withToken ? (
          <TextInput name="token" size="md" label={t('token')} autoComplete="off" />
        ) : (
          <button type="button" className={styles.plain} onClick={() => setWithToken(true)}>
            {t('have_token')}
          </button>
        )}
        <Button type="submit" size="md" disabled={busy}>
          {busy ? t('busy') : t('submit')}
        </Button>
      </form>
    </DoorPage>
  )
}

function Notice({ trouble, ended }: { trouble: Trouble | undefined; ended: boolean }) {
  const t = useTranslations('door.login')
  const errors = useTranslations('errors')
  if (trouble?.kind === 'next_step') return <Alert>{t(trouble.step)}</Alert>
  if (trouble?.kind === 'refused') {
    const code = trouble.error instanceof CallError ? trouble.error.code : undefined
    if (!code) return <Alert hint={errors('no_answer_read')}>{errors('no_answer')}</Alert>
    return <Alert hint={code === 'login_wrong' ? errors('next.login_wrong') : undefined}>{errors(`refusals.${code}`)}</Alert>
  }
  return ended && !trouble ? <Alert>{errors('refusals.signed_out')}</Alert> : null
}

const Alert = ({ children, hint }: { children: string; hint?: string | undefined }) => (
  <div role="alert" className="notice danger">
    <b>{children}</b>
    {hint && <p>{hint}</p>}
  </div>
)
