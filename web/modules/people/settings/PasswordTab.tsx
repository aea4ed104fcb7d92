// Changing the user's own password: the rules are ticked off while the new one is typed.
import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { rulesFor } from '../../../../contract/kit/password-names.ts'
import { useUser } from '../../../kit/base/api.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { textOf } from '../../../kit/form/form-values.ts'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { PasswordField } from './PasswordField.tsx'
import { Saved } from './SavedNote.tsx'
import styles from './settings.module.css'

export default function PasswordTab() {
  const t = useTranslations('settings.password')
  const isAsked = useUser().must_change_password === 1
  const [changes, setChanges] = useState(0)
  /** Called after the password was changed. If the server required a new password, loads the page anew, because the other screens were closed until then. */
  const changed = () => (isAsked ? location.assign('/') : setChanges((n) => n + 1))
  return (
    <>
      {isAsked && <p className="notice warning">{t('must')}</p>}
      <Saved is={changes > 0}>{t('done')}</Saved>
      <div className="card">
        <PasswordForm key={changes} isAsked={isAsked} changed={changed} />
      </div>
    </>
  )
}

function PasswordForm({ isAsked, changed }: { isAsked: boolean; changed: () => void }) {
  const t = useTranslations('settings')
  const { username } = useUser()
  const form = useCallForm('passwordUpdate', {
    labels: { current_password: isAsked ? t('password.given') : t('current_password'), new_password: t('password.new') },
    refresh: ['sessionsList'],
    done: changed,
  })
  return (
    <CallForm form={form} submit={t('password.submit')} actions={<span className="muted">{t('password.elsewhere')}</span>}>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...form.fields.current_password} />
      <PasswordField {...form.fields.new_password} isNew />
      <Rules password={textOf(form.values.new_password)} />
    </CallForm>
  )
}

function Rules({ password }: { password: string }) {
  const t = useTranslations('settings.password')
  const rule = useTranslations('errors.problems')
  const { username, full_name, organisation_name } = useUser()
  return (
    <div>
      <p className="muted">{t('rules')}</p>
      <ul className={`lines ${styles.rules}`} style={{ gap: 6 }}>
        {rulesFor([username, full_name, organisation_name]).map(({ code, holds }) => {
          const isMet = holds(password)
          const Mark = isMet ? Check : Circle
          return (
            <li key={code} className="row gap-8" data-met={isMet || undefined}>
              <Mark size={16} aria-hidden />
              {rule(code)}
              <span className="hidden-visually">{isMet ? t('met') : t('unmet')}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
