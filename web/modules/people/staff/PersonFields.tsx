// The fields that the forms for adding and editing a person share. Fields that a form does not have are not shown.
import { useTranslations } from 'use-intl'
import { languages } from '../../../../contract/kit/languages.ts'
import { codeChannels } from '../../../../contract/people/auth.ts'
import type { Input } from '../../../kit/base/api.ts'
import { languageNames } from '../../../kit/base/language.tsx'
import { Choices } from '../../../kit/form/Choices.tsx'
import { SelectField, SwitchField, TextField } from '../../../kit/form/fields.tsx'
import type { FormOf } from '../../../kit/form/use-call-form.ts'

type Name = 'full_name' | 'email' | 'mobile' | 'job_role' | 'language' | 'otp_type' | 'login_approval'
type Fields = FormOf<Pick<Input<'staffUpdate'>, Name>>['fields']

/** `own`: the user edits their own account and may change only name, job and language. */
export function PersonFields({ fields, own = false }: { fields: Fields; own?: boolean }) {
  return (
    <>
      <TextField {...fields.full_name} required />
      {!own && <TextField {...fields.email} required type="email" />}
      {!own && <TextField {...fields.mobile} type="tel" />}
      <TextField {...fields.job_role} />
      <SelectField {...fields.language} options={languages.map((value) => ({ value, label: languageNames[value] }))} />
      {!own && <SignInFields fields={fields} />}
    </>
  )
}

/** Only the owner of an account can set up an authenticator app, so it is offered only for people who have set one up. */
function SignInFields({ fields: { otp_type, login_approval } }: { fields: Fields }) {
  const t = useTranslations('staff')
  const word = useTranslations('words')
  const channels = codeChannels.filter((value) => value !== 'app' || otp_type.value === 'app')
  return (
    <>
      <SelectField {...otp_type} required hint={t('form.code_hint')} options={channels.map((value) => ({ value, label: word(`code_channels.${value}`) }))} />
      <SwitchField {...login_approval} label={t('approval')} hint={t('form.approval_hint')} />
    </>
  )
}

/**
 * The role as the number that is sent: 0 is a manager, any other number is staff. A member of staff keeps the number that is stored, unless the role is
 * changed.
 */
export function RoleField({ isManager, choose }: { isManager: boolean; choose: (role: number) => void }) {
  const t = useTranslations('staff.form')
  return (
    <Choices
      label={t('role')}
      value={isManager ? 'manager' : 'staff'}
      choices={[
        { value: 'staff', label: t('role_staff') },
        { value: 'manager', label: t('role_manager') },
      ]}
      choose={(role) => choose(role === 'manager' ? 0 : 1)}
    />
  )
}
