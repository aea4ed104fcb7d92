// The fields that adding and editing a person share; fields the form does not have are not shown.
import { Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { codeChannels, languages } from '../../../contract/auth.ts'
import { Choices } from '../../kit/Choices.tsx'
import { SelectField, TextField } from '../../kit/fields.tsx'
import { languageNames } from '../../kit/language.tsx'
import type { FieldState, FieldValue } from '../../kit/use-call-form.ts'

type Name = 'full_name' | 'email' | 'mobile' | 'job_role' | 'language' | 'otp_type' | 'login_approval' | 'internal_role'

export type PersonForm = {
  field: (name: Name) => FieldState
  values: Record<string, FieldValue>
  setValue: (name: Name, value: FieldValue) => void
}

/** `own`: people may edit only their own name, job and language. */
export function PersonFields({ form, own = false }: { form: PersonForm; own?: boolean }) {
  const t = useTranslations('staff')
  return (
    <>
      <TextField {...form.field('full_name')} required />
      {!own && <TextField {...form.field('email')} required type="email" />}
      {!own && <TextField {...form.field('mobile')} type="tel" />}
      <TextField {...form.field('job_role')} />
      <SelectField {...form.field('language')} options={languages.map((value) => ({ value, label: languageNames[value] }))} />
      {!own && <h2>{t('form.sign_in')}</h2>}
      {!own && <SignInFields form={form} />}
    </>
  )
}

/** Only the owner of an account can set up an authenticator app, so it is offered only to people who have one. */
function SignInFields({ form }: { form: PersonForm }) {
  const t = useTranslations('staff')
  const channels = codeChannels.filter((value) => value !== 'app' || form.values['otp_type'] === 'app')
  return (
    <>
      <SelectField {...form.field('otp_type')} required hint={t('form.code_hint')} options={channels.map((value) => ({ value, label: t(`codes.${value}`) }))} />
      <Switch
        label={t('approval')}
        description={t('form.approval_hint')}
        checked={form.values['login_approval'] === '1'}
        onChange={(event) => form.setValue('login_approval', event.currentTarget.checked ? '1' : '0')}
      />
    </>
  )
}

/** 0 is a manager, any other number staff; a staff member's number is kept unless the role is changed. */
export function RoleField({ form }: { form: PersonForm }) {
  const t = useTranslations('staff.form')
  const isManager = form.values['internal_role'] === '0'
  return (
    <Choices
      label={t('role')}
      value={isManager ? 'manager' : 'staff'}
      choices={[
        { value: 'staff', label: t('role_staff') },
        { value: 'manager', label: t('role_manager') },
      ]}
      choose={(role) => form.setValue('internal_role', role === 'manager' ? '0' : '1')}
    />
  )
}
