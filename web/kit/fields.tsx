// The form's inputs. Each takes what form.field(name) gives, and works alone with value and onChange too.
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { parsePercent } from '../../contract/kit/money.ts'
import { percentWire } from './amount.ts'
import * as format from './format.ts'
import { isKey } from './keys.ts'
import type { FieldState } from './use-call-form.ts'

export type FieldProps = FieldState & { hint?: ReactNode; autoFocus?: boolean }

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

/** The value as shown before anybody types over it; a text that is no percentage is shown unchanged. */
function percentShown(wire: string): string {
  const percent = parsePercent(wire)
  return percent === undefined ? wire : format.percentInField(percent)
}

/** Percentages travel with a point; a comma, and the sign or spaces of a spreadsheet, are accepted. */
export function PercentField(field: FieldProps) {
  const value = textOf(field.value)
  const [typed, setTyped] = useState(() => percentShown(value))
  return (
    <TextInput
      {...useInputProps(field)}
      inputMode="decimal"
      rightSection={<span aria-hidden>%</span>}
      value={percentWire(typed) === value ? typed : percentShown(value)}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        field.onChange(percentWire(event.currentTarget.value))
      }}
      onBlur={() => {
        setTyped(percentShown(value))
        field.onBlur()
      }}
    />
  )
}

/** `clears`: a choice that came filled may be emptied too. Without it, only a field that began empty may be. */
type SelectProps = FieldProps & { options: readonly { value: string; label: string }[]; clears?: true }

export function SelectField({ options, clears, ...field }: SelectProps) {
  const t = useTranslations('house.form')
  const value = textOf(field.value)
  const [wasOpen] = useState(value === '')
  const isClearable = !field.required && (wasOpen || clears === true)
  const none = { value: '', label: field.required ? t('choose') : t('none') }
  return (
    <NativeSelect
      {...useInputProps(field)}
      data={value === '' || isClearable ? [none, ...options] : [...options]}
      value={value}
      onChange={(event) => field.onChange(event.currentTarget.value)}
      onKeyDown={(event) => isClearable && isKey(event, 'clear') && field.onChange('')}
    />
  )
}
