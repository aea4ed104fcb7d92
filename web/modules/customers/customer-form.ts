// The values of a customer's form as they travel, and which of them were changed.
import type { Input, Output } from '../../kit/api.ts'
import type { FieldState, FieldValue } from '../../kit/use-call-form.ts'
import { type FieldName, fieldNames } from './use-labels.ts'

export type Details = Output<'customerDetails'>

/** What both forms pass to their fields. */
export type CustomerForm = {
  field: (name: FieldName) => FieldState & { hint?: string | undefined }
  values: Record<string, FieldValue>
  setValue: (name: FieldName, value: FieldValue) => void
}

const wireOf = (value: Details[FieldName]): string => {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Every field as text, to be typed over. */
export const valuesOf = (details: Details) => Object.fromEntries(fieldNames.map((name) => [name, wireOf(details[name])])) as Record<FieldName, string>

/** Fields that may be cleared: a form leaves blanks out, so they are sent as empty texts. */
const emptied = { address: '', house_no: '', postal: '', city: '', country: '', ustidnr: '', stnr: '', sub_domain: '', sms_sender_id: '' }

/** Only what differs from what was read, so that a change somebody else made meanwhile is not overwritten. */
export function changesOf(details: Details, { customer_id, version, ...given }: Input<'customerUpdate'>): Input<'customerUpdate'> {
  const differs = Object.entries({ ...emptied, ...given }).filter(([name, value]) => JSON.stringify(details[name as FieldName]) !== JSON.stringify(value))
  return { customer_id, version, ...Object.fromEntries(differs) }
}

/** Fields that differ between two readings of one customer. */
export const differing = (a: Details, b: Details): FieldName[] => fieldNames.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]))
