// The values of a form. They are decoded (with the contract's types); the call's schema encodes them only to send, compare or store them.
import * as z from 'zod/mini'
import type { FieldProblem } from '../../../contract/kit/errors.ts'
import type { ProblemCode } from '../../../contract/kit/problem-codes.ts'
import { problemsOf } from '../../../contract/kit/problems.ts'

/** A text that its field could not read as a value, with the rule it breaks. */
export type Unread = { unread: string; code: ProblemCode }
/** A field's value: no value, a value of the contract's type, or a text that cannot be read as such a value (`Unread`). */
export type Typed<T> = T | Unread | null | undefined | ''

/** A contract's value as a form holds it: the fields of its rows may also be blank, or texts that could not be read. */
export type Held<T> = T extends readonly (infer R extends object)[] ? { [K in keyof R]: Typed<R[K]> }[] : T

export type Values = Readonly<Record<string, unknown>>
export type Shape = Readonly<Record<string, z.ZodMiniType>>

export const isUnread = (value: unknown): value is Unread => typeof value === 'object' && value !== null && 'unread' in value
export const isBlank = (value: unknown) => value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Returns the value; undefined if the field is blank or its text could not be read. */
export const given = <T>(value: Typed<T>): T | undefined => (isBlank(value) || isUnread(value) ? undefined : (value as T))

/** Returns the text that a field shows for its value. */
export function textOf<T>(value: Typed<T>, show: (value: T) => string = String): string {
  if (isUnread(value)) return value.unread
  const known = given(value)
  return known === undefined ? '' : show(known)
}

/** Whether the field may be sent blank, which removes its value. */
export const canBeEmptied = (schema: z.ZodMiniType | undefined) => schema !== undefined && z.safeDecode(schema, '').success
export const canBeLeftOut = (schema: z.ZodMiniType | undefined) => z.safeDecode(schema ?? z.unknown(), undefined).success

/** Returns the typed texts inside a value, at any depth, that could not be read (`Unread`), each with its position and the rule it breaks. */
function unreadIn(value: unknown, field: string): FieldProblem[] {
  if (isUnread(value)) return [{ field, code: value.code }]
  if (typeof value !== 'object' || value === null || value instanceof Blob) return []
  return Object.entries(value).flatMap(([name, part]) => unreadIn(part, `${field}.${name}`))
}

/** Returns the value without the texts in it that could not be read, so that its schema can encode it. */
function readable(value: unknown): unknown {
  if (isUnread(value)) return undefined
  if (Array.isArray(value)) return value.map(readable)
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, readable(part)]))
}

function encoded(schema: z.ZodMiniType, value: unknown) {
  if (isBlank(value)) return z.safeParse(z.unknown(), '')
  return z.safeEncode(schema, readable(value))
}

/** Whether two values of a field are the same: compared in wire form, or as text if one of them has no wire form. */
export function isSame(schema: z.ZodMiniType | undefined, a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (isBlank(a) && isBlank(b))) return true
  if (!schema || isBlank(a) || isBlank(b) || unreadIn(a, '').length + unreadIn(b, '').length > 0) return JSON.stringify(a) === JSON.stringify(b)
  const [one, other] = [encoded(schema, a), encoded(schema, b)]
  return one.success && other.success ? one.data === other.data : JSON.stringify(a) === JSON.stringify(b)
}

/** Returns the names of the fields that differ from the form's initial values. */
export const differing = (shape: Shape, base: Values, values: Values): string[] =>
  Object.keys(shape).filter((name) => !isSame(shape[name], base[name], values[name]))

/** Returns those fields of a row that are also fields of the call. */
export const rowOf = (shape: Shape, row: object): Values => Object.fromEntries(Object.entries(row).filter(([name]) => name in shape))

/** Merges a row that was read again into a form: typed values stay, all other values are those of the new row. */
export function rebased(shape: Shape, before: Values, after: Values, values: Values): Values {
  const typed = differing(shape, before, values)
  return { ...values, ...after, ...Object.fromEntries(typed.map((name) => [name, values[name]])) }
}

/** Returns the fields to send for a new row: all that are not blank. */
export const filled = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)))

/**
 * The field with the version of the row as it was read, by which the server notices that somebody has changed the row since. Other client programs may omit it;
 * a form always sends it.
 */
const READ = 'version'

/** Returns the fields to send for an existing row: the fields that the call requires and those that differ, sent blank if they were emptied. */
export function changes(shape: Shape, base: Values, values: Values): Values {
  const differs = differing(shape, base, values)
  const names = Object.keys(shape).filter((name) => differs.includes(name) || (name in values && (name === READ || !canBeLeftOut(shape[name]))))
  return Object.fromEntries(names.map((name) => [name, isBlank(values[name]) ? '' : values[name]]))
}

type Read = { problems: FieldProblem[]; data: Values }

/** Checks fields by the call's schema and returns them decoded; it adds no fields. `missing`: fields that the form itself requires and that are blank. */
export function readFields(input: z.ZodMiniObject, fields: Values, missing: readonly string[] = []): Read {
  const shape = input.shape as Shape
  const wire: Record<string, unknown> = {}
  const problems = new Map<string, FieldProblem>()
  const add = (found: readonly FieldProblem[]) => {
    for (const problem of found) if (!problems.has(problem.field)) problems.set(problem.field, problem)
  }
  add(missing.map((field) => ({ field, code: 'required' })))
  for (const [name, value] of Object.entries(fields)) {
    const schema = shape[name]
    if (!schema) continue
    add(unreadIn(value, name))
    const { data, error } = encoded(schema, value)
    if (error) add(problemsOf(error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] }))))
    else if (data === '' && !canBeEmptied(schema)) add([{ field: name, code: 'required' }])
    else wire[name] = data
  }
  const refused = new Set([...problems.keys()].map((field) => field.split('.')[0]))
  const decoded = z.safeDecode(input, wire as z.input<typeof input>)
  if (decoded.error) add(problemsOf(decoded.error.issues).filter(({ field }) => !refused.has(field.split('.')[0])))
  const order = Object.keys(shape)
  const placeOf = ({ field }: FieldProblem) => order.indexOf(field.split('.')[0] ?? '')
  const data = decoded.data ? Object.fromEntries(Object.entries(decoded.data).filter(([name]) => name in wire)) : {}
  return { problems: [...problems.values()].sort((a, b) => placeOf(a) - placeOf(b)), data }
}

/** Returns the values that the user has typed, as texts to be stored; an emptied field is a blank text. */
export function draftOf(shape: Shape, base: Values, values: Values): Record<string, string> {
  return Object.fromEntries(
    differing(shape, base, values).flatMap((name) => {
      const [schema, value] = [shape[name], values[name]]
      if (isBlank(value) || typeof value === 'string' || isUnread(value)) return [[name, textOf(value as Typed<string>)]]
      const kept = schema && encoded(schema, value).data
      return typeof kept === 'string' ? [[name, kept]] : []
    }),
  )
}

/** Returns the values in a stored draft; a text that is no valid value is shown again as it was typed. */
export function valuesOfDraft(shape: Shape, draft: Readonly<Record<string, string>>): Values {
  return Object.fromEntries(
    Object.entries(draft).flatMap(([name, text]) => {
      const schema = shape[name]
      if (!schema) return []
      if (isBlank(text)) return [[name, '']]
      const { data, error } = z.safeDecode(schema, text)
      return [[name, error ? { unread: text, code: problemsOf(error.issues)[0]?.code ?? 'wrong_type' } : data]]
    }),
  )
}
