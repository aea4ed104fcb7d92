// Step three of registering: the password. Its rules are ticked off while it is typed. It can be made visible, so it is typed only once.
import { Button, PasswordInput } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../../contract/kit/client.ts'
import { PASSWORD_MAX } from '../../../../../contract/kit/password.ts'
import { rulesFor } from '../../../../../contract/kit/password-names.ts'
import { problemCodeOf } from '../../../../../contract/kit/problem-codes.ts'
import { begin, signedIn } from '../../../../kit/base/session.ts'
import { calls, forgetProof, proofOf, type StepProps } from './calls.ts'
import styles from './register.module.css'

export function PasswordStep({ registration, state, arrived, failed }: StepProps) {
  const t = useTranslations('entry.register')
  const door = useTranslations('auth.login')
  const problems = useTranslations('errors.problems')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const rules = rulesFor([state.username, state.full_name, state.organisation_name])
  /** Whether the list of password rules already shows this problem. */
  const isListed = rules.some(({ code }) => code === problem)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const broken = rules.find(({ holds }) => !holds(password))
    setProblem(broken?.code)
    if (broken || busy) return
    setBusy(true)
    try {
      // If another user is signed in in this browser, that user stays signed in, and the new account is only opened.
      const given = { registration, proof: proofOf(registration), new_password: password, sign_in: !signedIn() }
      const { session, ...next } = await calls.registrationPassword(given)
      if (!session) return arrived(next)
      forgetProof(registration)
      begin(session)
      location.replace('/loading')
    } catch (error) {
      const refused = error instanceof CallError ? error.problems.find(({ field }) => field === 'new_password') : undefined
      if (refused) setProblem(refused.code)
      else failed(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="stack" onSubmit={submit} noValidate>
      {/* The form contains the user name, so that a password manager stores name and password together. */}
      <input type="text" name="username" autoComplete="username" value={state.username} readOnly hidden />
      <PasswordInput
        autoFocus
        name="new_password"
        size="md"
        label={door('password')}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        id="new_password"
        aria-invalid={problem !== undefined}
        aria-describedby={`${problem && !isListed ? 'new_password-error ' : ''}password-rules`}
        visibilityToggleButtonProps={{ 'aria-label': door('show'), tabIndex: 0, 'aria-hidden': false }}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          setProblem(undefined)
        }}
        error={isListed || (problem && problems(problemCodeOf(problem)))}
      />
      <ul className={`lines muted ${styles.rules}`} style={{ gap: 6 }} id="password-rules">
        {rules.map(({ code, holds }) => (
          <li key={code} className={`row gap-8 one-line ${isListed && !holds(password) ? 'negative' : ''}`} data-holds={holds(password) || undefined}>
            <span className={`centre rigid ${styles.mark}`} aria-hidden>
              {holds(password) && <Check size={14} />}
            </span>
            {problems(code)}
            {holds(password) && <span className="hidden-visually">{t('rule_holds')}</span>}
          </li>
        ))}
      </ul>
      <Button type="submit" size="md" disabled={busy}>
        {busy ? t('wait') : t('set')}
      </Button>
    </form>
  )
}
