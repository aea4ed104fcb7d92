// The form's inputs. Each takes what form.field(name) gives, and works alone with value and onChange too.
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldState } from './use-call-form.ts'

export type FieldProps = FieldState & { hint?: ReactNode; autoFocus?: boolean }

/** What every Mantine input gets from a field. */
export function useInputProps({ id, label, error, required, hint, onBlur, autoFocus }: FieldProps) {
  const t = useTranslations('house.form')
  return {
    id,
    label: required ? label : `${label} (${t('optional')})`,
    description: hint,
    error,
    onBlur,
    'data-autofocus': autoFocus || undefined,
    'aria-required': required,
    autoComplete: 'off',
  }
}

const textOf = (value: FieldState['value']) => (typeof value === 'string' ? value : '')

type TextProps = FieldProps & { type?: 'email' | 'tel'; inputMode?: 'numeric' }

/** One line of text. */
export function TextField({ type, inputMode, ...field }: TextProps) {
  return (
    <TextInput
      {...useInputProps(field)}
      {...(type && { type })}
      {...(inputMode && { inputMode })}
      value={textOf(field.value)}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}

export function LongTextField(field: FieldProps) {
  return <Textarea {...useInputProps(field)} rows={3} value={textOf(field.value)} onChange={(event) => field.onChange(event.currentTarget.value)} />
}

/** Percentages travel with a point; a comma is as good. */
export function PercentField(field: FieldProps) {
  return (
    <TextInput
      {...useInputProps(field)}
      inputMode="decimal"
      rightSection={<span aria-hidden>%</span>}
      value={textOf(field.value)}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}

type SelectProps = FieldProps & { options: readonly { value: string; label: string }[] }

export function SelectField({ options, ...field }: SelectProps) {
  const t = useTranslations('house.form')
  const none = { value: '', label: t('choose') }
  const data = textOf(field.value) === '' ? [none, ...options] : [...options]
  return <NativeSelect {...useInputProps(field)} data={data} value={textOf(field.value)} onChange={(event) => field.onChange(event.currentTarget.value)} />
}
