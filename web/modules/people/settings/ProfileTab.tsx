// The user's profile: what other users see, and where codes and warnings are sent.
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { type Fact, Facts } from '../../../kit/page/DetailPage.tsx'
import { PasswordField } from './PasswordField.tsx'
import { Saved } from './SavedNote.tsx'
import type { TabProps } from './tabs.ts'

export default function ProfileTab({ all }: TabProps) {
  const t = useTranslations('settings.profile')
  const field = useTranslations('fields')
  const [saves, setSaves] = useState(0)
  const { username, job_role, last_login_at } = all.profile
  const facts: Fact[] = [
    { label: field('username'), value: username },
    { label: field('organisation'), value: all.organisation.name },
    ...(job_role ? [{ label: field('job_role'), value: job_role }] : []),
    { label: field('last_login'), value: last_login_at ? format.dateTime(last_login_at) : t('never') },
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

/** The form of the profile. An address or number that is set can be changed but not removed, because the user may need it to sign in. */
function ProfileForm({ profile, saved }: Props) {
  const t = useTranslations('settings')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const { full_name, email, mobile } = profile
  const { fields, differs, ...form } = useEditForm(
    'settingsUpdate',
    { full_name, email, mobile },
    {
      labels: { mobile: field('mobile_number'), current_password: t('current_password') },
      required: ['full_name'],
      refresh: ['settingsView', 'authCheck'],
      done: saved,
    },
  )
  return (
    <CallForm form={form} submit={word('save')}>
      <TextField {...fields.full_name} />
      <TextField {...fields.email} required={email !== ''} type="email" hint={t('profile.email_hint')} />
      <TextField {...fields.mobile} required={mobile !== ''} type="tel" />
      {(differs('email') || differs('mobile')) && <PasswordField {...fields.current_password} hint={t('profile.password_hint')} />}
    </CallForm>
  )
}
