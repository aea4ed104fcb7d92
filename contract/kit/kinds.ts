// The kind of a field, such as an amount, a percentage or an instant. It is declared once, together with the field's schema; lists, exports and reports
// display the field accordingly.
import * as z from 'zod/mini'

/**
 * How a field is displayed. count: a number of things, grouped by thousands and added up. numeral: a number that identifies something, such as a batch.
 * figure: a number with decimals. code: one of several words. parts: a list or an object, whose display must be specified.
 */
export type Kind = 'money' | 'percent' | 'instant' | 'day' | 'count' | 'numeral' | 'figure' | 'yes_no' | 'code' | 'text' | 'parts'
export type Kinds = ReadonlyMap<string, Kind>

export const said = z.registry<{ kind: Kind }>()

/** Marks a schema with its kind, if its type alone does not imply the kind. */
export function ofKind<T extends z.core.$ZodType>(kind: Kind, schema: T): T {
  said.add(schema as never, { kind })
  return schema
}
