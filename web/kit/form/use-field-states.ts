// What each field of a form shows: its label, its value, whether it is required, and its problem.
import type { UseFormReturnType } from '@mantine/form'
import { useId, useMemo } from 'react'
import { type OwnNames, useFieldNames } from '../base/field-names.ts'
import { canBeEmptied, canBeLeftOut, isBlank, type Shape, type Values } from './form-values.ts'

type Options = {
  form: UseFormReturnType<Values>
  shape: Shape
  /** The values the form began with. */
  base: Values
  names: OwnNames | undefined
  labels: Readonly<Partial<Record<string, string>>>
  required: readonly string[]
  isEdit: boolean
  /** Called when a value is typed. */
  changed: () => void
}

export function useFieldStates({ form, shape, base, names, labels, required, isEdit, changed }: Options) {
  const formId = useId()
  const nameOf = useFieldNames(names)
  const needed = useNeeded(shape, required, isEdit)
  const idOf = (field: string) => `${formId}-${field}`
  const labelOf = (field: string) => {
    const [whole = field] = field.split('.')
    return labels[field] ?? labels[whole] ?? nameOf(whole) ?? field
  }
  const setValue = (field: string, value: unknown) => {
    changed()
    form.setFieldValue(field, value)
  }
  const stateOf = (field: string) => ({
    id: idOf(field),
    label: labelOf(field),
    value: form.values[field],
    onChange: (value: unknown) => setValue(field, value),
    onBlur: form.getInputProps(field).onBlur,
    error: form.errors[field] ? String(form.errors[field]) : undefined,
    ...needed(field, base[field]),
  })
  return {
    setValue,
    fields: Object.fromEntries(Object.keys(shape).map((field) => [field, stateOf(field)])),
    problems: Object.entries(form.errors).map(([field, text]) => ({ id: idOf(field), label: labelOf(field), text: String(text) })),
  }
}

/** Returns a function that says whether a field is required and whether its value can be removed. */
function useNeeded(shape: Shape, required: readonly string[], isEdit: boolean) {
  const facts = useMemo(
    () => new Map(Object.entries(shape).map(([name, schema]) => [name, { isNeeded: !canBeLeftOut(schema), empties: canBeEmptied(schema) }])),
    [shape],
  )
  return (name: string, held: unknown) => {
    const { isNeeded = false, empties = false } = facts.get(name) ?? {}
    return { required: isNeeded || required.includes(name), clears: isBlank(held) || (isEdit && empties) }
  }
}
