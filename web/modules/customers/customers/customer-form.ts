// What the forms of a customer have in common: its fields, and what differs between two readings.
import { flags } from '../../../../contract/kit/access.ts'
import type { Input, Output } from '../../../kit/base/api.ts'
import type { FormOf } from '../../../kit/form/use-call-form.ts'
import { type FieldName, fieldNames } from './use-labels.ts'

export type Details = Output<'customerDetails'>

/** What both forms pass to their fields. */
export type CustomerFields = FormOf<Pick<Input<'customerUpdate'>, FieldName>>['fields']

/** The rights in the order of the form, so that one taken away and given again is no change. */
export const rowOf = (details: Details) => ({ ...details, flags: flags.filter((flag) => details.flags.includes(flag)) })

/** Fields that differ between two readings of one customer. */
export const differing = (a: Details, b: Details): FieldName[] => fieldNames.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]))
