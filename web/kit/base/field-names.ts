// The displayed name of a field, by its name in the contract; lists, forms, files and the audit log use the same name. A screen may give a field another name.
import { useMessages } from 'use-intl'
import { fieldStem } from '../../../contract/kit/field-stem.ts'
import type { Messages } from '../../i18n/catalogue.ts'

type Named = keyof Messages['fields']

/** Fields that have a second name in the contract: the second name, and the name whose text is shown for both. */
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

/** Every field that has a displayed name. `batch_id`, `batch_no` and `batch_name` are shown as `batch`, unless they have a displayed name of their own. */
export type FieldName = Named | keyof typeof SAME | `${Named}_${'id' | 'name' | 'no' | 'at' | 'on'}`

/** Returns the displayed name of a field from a language's names; undefined if the field has none. */
export function nameAmong(names: Readonly<Record<string, string>>, field: string): string | undefined {
  const same = new Map<string, string>(Object.entries(SAME)).get(field)
  const key = [field, same, fieldStem(field)].find((one) => one !== undefined && Object.hasOwn(names, one))
  return key === undefined ? undefined : names[key]
}

/** Returns all field names in one language, for an exported file. A field that has two names in the contract is listed under both. */
export const namesInFull = (names: Messages['fields']): Record<string, string> => ({
  ...names,
  ...Object.fromEntries(Object.entries(SAME).map(([field, same]) => [field, names[same]])),
})

/** The areas whose texts contain names for some fields, under `fields`. */
export type OwnNames = { [A in keyof Messages]: Messages[A] extends { fields: object } ? A : never }[keyof Messages]

export function useFieldNames(area?: OwnNames): (field: string) => string | undefined {
  const texts: Partial<Messages> = useMessages()
  const own: Readonly<Record<string, string>> = (area && texts[area]?.fields) ?? {}
  return (field) => own[field] ?? nameAmong(texts.fields ?? {}, field)
}
