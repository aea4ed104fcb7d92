// The inputs of a form. Each takes the props from form.fields, but also works alone with value and onChange. An input holds a value: a text that cannot be
// read as a value is passed on as Unread, and the form reports it at the field.
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Percent, parsePercent } from '../../../contract/kit/money.ts'
import * as format from '../base/format.ts'
import { isKey } from '../base/keys.ts'
import { percentWire } from './amount.ts'
import { isSame, type Typed, textOf } from './form-values.ts'
import type { FieldState } from './use-call-form.ts'

export type FieldProps<T = string> = Omit<FieldState<T>, 'hint'> & { hint?: ReactNode; autoFocus?: boolean }

export function inputProps({ id, label, error, required, hint, onBlur, autoFocus }: FieldProps<unknown>) {
  return {
    id,
    label,
    // A required field has a star after its name (form.module.css); screen readers learn it from aria-required.
    labelProps: { 'data-required': required || undefined },
    description: hint,
    error,
    onBlur,
    'data-autofocus': autoFocus || undefined,
    'aria-required': required,
    autoComplete: 'off',
  }
}

/**
 * The text of a field whose value is read from that text, such as an amount. The text stays as the user typed it while it means the same value; `tidy` replaces
 * it by the formatted value.
 */
export function useTypedText<T>(field: Pick<FieldState<T>, 'value' | 'onChange'>, read: (typed: string) => Typed<T>, show: (value: T) => string) {
  const shown = textOf(field.value, show)
  const [typed, setTyped] = useState(shown)
  return {
    text: isSame(undefined, read(typed), field.value) ? typed : shown,
    type: (next: string) => {
      setTyped(next)
      field.onChange(read(next))
    },
    tidy: () => setTyped(shown),
  }
}

type TextProps = FieldProps & { type?: 'email' | 'tel' | 'date' | 'password'; inputMode?: 'numeric' }

export function TextField({ type, inputMode, ...field }: TextProps) {
  return (
    <TextInput
      {...inputProps(field)}
      {...(type && { type })}
      {...(inputMode && { inputMode })}
      value={textOf(field.value)}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}

export function LongTextField(field: FieldProps) {
  return <Textarea {...inputProps(field)} rows={3} value={textOf(field.value)} onChange={(event) => field.onChange(event.currentTarget.value)} />
}

const readCount = (typed: string): Typed<number> =>
  typed.trim() === '' ? undefined : /^-?\d{1,15}$/.test(typed.trim()) ? Number(typed) : { unread: typed, code: 'not_a_whole_number' }

export function CountField(field: FieldProps<number>) {
  const { text, type } = useTypedText(field, readCount, String)
  return <TextInput {...inputProps(field)} inputMode="numeric" value={text} onChange={(event) => type(event.currentTarget.value)} />
}

/** Reads a percentage. A comma, a percent sign and the spaces that spreadsheets add are accepted. */
function readPercent(typed: string): Typed<Percent> {
  if (typed.trim() === '') return undefined
  return parsePercent(percentWire(typed)) ?? { unread: typed, code: 'not_a_percentage' }
}

export function PercentField(field: FieldProps<Percent>) {
  const { text, type, tidy } = useTypedText(field, readPercent, format.percentInField)
  return (
    <TextInput
      {...inputProps(field)}
      inputMode="decimal"
      rightSection={<span aria-hidden>%</span>}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        tidy()
        field.onBlur()
      }}
    />
  )
}

/** Several texts in one field. `between` separates them when the field is read, `joint` joins them when it is written. */
type ListProps = FieldProps<readonly string[]> & { between: RegExp; joint: string; long?: true; type?: 'tel' }

export function ListField({ between, joint, long, type: kind, ...field }: ListProps) {
  const read = (typed: string) => typed.split(between).flatMap((one) => one.trim() || [])
  const { text, type } = useTypedText<readonly string[]>(field, read, (texts) => texts.join(joint))
  const props = { ...inputProps(field), value: text }
  if (long) return <Textarea {...props} rows={3} onChange={(event) => type(event.currentTarget.value)} />
  return <TextInput {...props} {...(kind && { type: kind })} onChange={(event) => type(event.currentTarget.value)} />
}

export function SwitchField({ id, label, value, onChange, hint, error }: FieldProps<boolean>) {
  return (
    <Switch
      className="across"
      {...{ id, label, error }}
      description={hint}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

type SelectProps<V> = FieldProps<V> & { options: readonly { value: V; label: string }[] }

export function SelectField<V extends string | number>({ options, ...field }: SelectProps<V>) {
  const t = useTranslations('house.form')
  const word = useTranslations('house.words')
  const value = textOf(field.value)
  const choices = options.map((option) => ({ value: String(option.value), label: option.label }))
  const isClearable = !field.required && field.clears !== false
  const none = { value: '', label: field.required ? word('choose') : t('none') }
  return (
    <NativeSelect
      {...inputProps(field)}
      data={value === '' || isClearable ? [none, ...choices] : choices}
      value={value}
      onChange={({ currentTarget }) => field.onChange(options.find((option) => String(option.value) === currentTarget.value)?.value)}
      onKeyDown={(event) => isClearable && isKey(event, 'clear') && field.onChange(undefined)}
    />
  )
}
