// The user's profile: what others see, and where codes and warnings are sent.
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallForm } from '../../kit/CallForm.tsx'
import { type Fact, Facts } from '../../kit/DetailPage.tsx'
import { TextField } from '../../kit/fields.tsx'
import * as format from '../../kit/format.ts'
import { useCallForm } from '../../kit/use-call-form.ts'
import { PasswordField } from './PasswordField.tsx'
import { Saved } from './Saved.tsx'
import type { TabProps } from './tabs.ts'

export default function ProfileTab({ all }: TabProps) {
  const t = useTranslations('settings.profile')
  const [saves, setSaves] = useState(0)
  const { username, job_role, last_login_at } = all.profile
  const facts: Fact[] = [
    { label: t('username'), value: username },
    { label: t('organisation'), value: all.organisation.name },
    ...(job_role ? [{ label: t('job_role'), value: job_role }] : []),
    { label: t('last_login'), value: last_login_at ? format.dateTime(last_login_at) : t('never') },
  ]
  return (
    <>
      <div className="card">
        <Facts facts={facts} />
      </div>
      <Saved is={saves > 0} />
      <div className="card">
        <ProfileForm key={saves} profile={all.profile} saved={() => setSaves((n) => n + 1)} />
      </div>
    </>
  )
}

type Props = { profile: TabProps['all']['profile']; saved: () => void }

function ProfileForm({ profile, saved }: Props) {
  const t = useTranslations('settings')
  const required = useTranslations('errors.problems')('required')
  const { full_name, email, mobile } = profile
  const form = useCallForm('settingsUpdate', {
    labels: { full_name: t('profile.full_name'), email: t('profile.email'), mobile: t('profile.mobile'), current_password: t('current_password') },
    values: { full_name, email, mobile, current_password: '' },
    refresh: ['settingsView', 'authCheck'],
    done: saved,
  })
  /** A value once set can be changed but not removed: the user may need it to sign in. */
  const field = (name: 'full_name' | 'email' | 'mobile') => {
    const state = form.field(name)
    const isTakenAway = profile[name] !== '' && String(state.value).trim() === ''
    return { ...state, required: profile[name] !== '' || name === 'full_name', error: isTakenAway ? required : state.error }
  }
  const isWhole = [field('full_name'), field('email'), field('mobile')].every(({ error }) => error !== required)
  const moves = form.values.email !== email || form.values.mobile !== mobile
  return (
    <CallForm form={{ ...form, submit: () => isWhole && form.submit() }} submit={t('save')}>
      <TextField {...field('full_name')} />
      <TextField {...field('email')} type="email" hint={t('profile.email_hint')} />
      <TextField {...field('mobile')} type="tel" />
      {moves && <PasswordField {...form.field('current_password')} hint={t('profile.password_hint')} />}
    </CallForm>
  )
}
