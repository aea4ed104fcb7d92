// A password field that can show its text, which prevents typing errors better than typing the password twice.
import { PasswordInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { type FieldProps, inputProps } from '../../../kit/form/fields.tsx'
import { textOf } from '../../../kit/form/form-values.ts'

type Props = FieldProps & { isNew?: true }

export function PasswordField({ isNew, ...field }: Props) {
  const text = useTranslations('auth.login')
  const named = useNamed()
  return (
    <PasswordInput
      {...inputProps({ ...field, required: true })}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': named(text('show'), field.label), tabIndex: 0, 'aria-hidden': false }}
      value={textOf(field.value)}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}
