// The first step of signing in: user name and password.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import type { ErrorCode } from '../../../../contract/kit/errors.ts'
import type { SignIn } from '../../../../contract/people/auth.ts'
import { clockText, useSecondsUntil } from '../../../kit/form/use-seconds-left.ts'
import styles from './auth.module.css'
import { Captcha } from './Captcha.tsx'
import { DoorPage } from './DoorPage.tsx'
import { learnDevice } from './device-hash.ts'
import type { LoadHouse } from './door.ts'
import { STATUS } from './status-path.ts'
import { type Trouble, useLogin } from './use-login.ts'

type Props = {
  /** The reason why the user was sent back to this form. */
  notice?: ErrorCode | undefined
  username: string
  loadHouse: LoadHouse
  arrived: (username: string, at: SignIn) => void
}

export function Login({ notice, username, loadHouse, arrived }: Props) {
  const t = useTranslations('auth.login')
  const required = useTranslations('errors.problems')('required')
  const { trouble, busy, waitUntil, captcha, solved, submit } = useLogin(arrived)
  const [withToken, setWithToken] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const wait_s = useSecondsUntil(waitUntil)
  const whileTyping = () => {
    learnDevice()
    loadHouse()
  }
  const missing = (field: string) => trouble?.kind === 'missing' && trouble.fields.includes(field) && required
  const watchCaps = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || wait_s > 0) return
    const form = event.currentTarget
    const field = await submit(form)
    if (field) form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  }

  return (
    <DoorPage title={t('title')}>
      <form className="stack" onSubmit={send} onInput={whileTyping} noValidate>
        <Notice trouble={trouble} notice={notice} />
        <TextInput
          name="username"
          size="md"
          label={t('username')}
          defaultValue={username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={missing('username')}
        />
        <PasswordInput
          id="password"
          name="password"
          aria-invalid={Boolean(missing('password'))}
          aria-describedby={missing('password') ? 'password-error' : undefined}
          size="md"
          label={t('password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('show'), tabIndex: 0, 'aria-hidden': false }}
          onKeyDown={watchCaps}
          onKeyUp={watchCaps}
          onBlur={() => setCapsLock(false)}
          error={missing('password')}
        />
        <p role="status" className="muted quiet">
          {capsLock && t('caps_lock')}
        </p>
        {withToken ? (
          <TextInput name="token" size="md" label={t('token')} description={t('token_hint')} autoComplete="off" spellCheck={false} autoFocus />
        ) : (
          <button type="button" className={`bare ${styles.plain}`} onClick={() => setWithToken(true)}>
            {t('have_token')}
          </button>
        )}
        {captcha.asked > 0 && <Captcha key={captcha.asked} solved={solved} />}
        <Button type="submit" size="md" disabled={busy || wait_s > 0}>
          {busy ? t('busy') : wait_s > 0 ? t('wait', { time: clockText(wait_s) }) : t('submit')}
        </Button>
      </form>
      <a href={STATUS}>{t('status')}</a>
    </DoorPage>
  )
}

function Notice({ trouble, notice }: { trouble: Trouble | undefined; notice: ErrorCode | undefined }) {
  const errors = useTranslations('errors')
  if (!trouble) return notice ? <Alert>{errors(`refusals.${notice}`)}</Alert> : null
  if (trouble.kind === 'missing') return null
  const code = trouble.error instanceof CallError ? trouble.error.code : undefined
  if (!code) return <Alert hint={errors('no_answer_read')}>{errors('no_answer')}</Alert>
  const { name = '', phone = '' } = trouble.error instanceof CallError ? trouble.error.detail : {}
  const whom = errors('next.account_stopped', { name: String(name), phone: String(phone) || '–' })
  const hint = code === 'login_wrong' ? errors('next.login_wrong') : code === 'account_stopped' ? whom : undefined
  return <Alert hint={hint}>{errors(`refusals.${code}`)}</Alert>
}

const Alert = ({ children, hint }: { children: string; hint?: string | undefined }) => (
  <div role="alert" className="notice danger">
    <b>{children}</b>
    {hint && <p>{hint}</p>}
  </div>
)
