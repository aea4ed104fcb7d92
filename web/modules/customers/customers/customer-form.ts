// Shared by both forms of a customer: its fields, and the differences between two versions.
import { flags } from '../../../../contract/kit/access.ts'
import type { Input, Output } from '../../../kit/base/api.ts'
import type { FormOf } from '../../../kit/form/use-call-form.ts'
import { type FieldName, fieldNames } from './use-labels.ts'

export type Details = Output<'customerDetails'>

/** The form that both screens pass to the fields. */
export type CustomerFields = FormOf<Pick<Input<'customerUpdate'>, FieldName>>['fields']

/** The rights in the order of the form, so that removing and adding one again is no change. */
export const rowOf = (details: Details) => ({ ...details, flags: flags.filter((flag) => details.flags.includes(flag)) })

/** Fields that differ between two versions of one customer. */
export const differing = (a: Details, b: Details): FieldName[] => fieldNames.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]))
