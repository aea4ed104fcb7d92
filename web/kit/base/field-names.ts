// The displayed name of a field, by its name in the contract: the same in lists, forms, files and the log. A screen may give a field another name
// of its own.
import { useMessages } from 'use-intl'
import type { Messages } from '../../i18n/catalogue.ts'

type Named = keyof Messages['fields']

/** Fields that have two names in the contract but are shown under one: the second name, and the one whose text is shown. */
const SAME = {
  bank: 'bank_name',
  codes_by: 'code_channel',
  customer_id: 'customer',
  denominations: 'configurations',
  expires_at: 'valid_until',
  full_name: 'name',
  is_on: 'published',
  plan_id: 'plan',
  postalcode: 'postal',
  serial_number: 'serial',
  status: 'state',
  till: 'device',
} as const satisfies Record<string, Named>

/** Every field that has a displayed name; `batch_id`, `batch_no` and `batch_name` are shown as `batch`, unless they have a name of their own. */
export type FieldName = Named | keyof typeof SAME | `${Named}_${'id' | 'name' | 'no' | 'at' | 'on'}`

/** The displayed name of a field, among the names of a language; undefined if the field has none. */
export function nameAmong(names: Readonly<Record<string, string>>, field: string): string | undefined {
  const same = new Map<string, string>(Object.entries(SAME)).get(field)
  const key = [field, same, field.replace(/_(id|name|no|at|on)$/, '')].find((one) => one !== undefined && Object.hasOwn(names, one))
  return key === undefined ? undefined : names[key]
}

/** The names of a language for an exported file, also under the second names that the contract has for some fields. */
export const namesInFull = (names: Messages['fields']): Record<string, string> => ({
  ...names,
  ...Object.fromEntries(Object.entries(SAME).map(([field, same]) => [field, names[same]])),
})

/** The areas that have names of their own for some fields, in `fields` of their texts. */
export type OwnNames = { [A in keyof Messages]: Messages[A] extends { fields: object } ? A : never }[keyof Messages]

export function useFieldNames(area?: OwnNames): (field: string) => string | undefined {
  const texts: Partial<Messages> = useMessages()
  const own: Readonly<Record<string, string>> = (area && texts[area]?.fields) ?? {}
  return (field) => own[field] ?? nameAmong(texts.fields ?? {}, field)
}
