// What a field is: an amount, a percentage, an instant. Said once, where its schema is made; lists, exports and reports show it by that.
import * as z from 'zod/mini'

/**
 * count: a number of things, grouped and added. numeral: a number that names something, as a batch does. figure: a number with decimals. code: one of
 * several words. parts: a list or an object, which has to be told how to be shown.
 */
export type Kind = 'money' | 'percent' | 'instant' | 'day' | 'count' | 'numeral' | 'figure' | 'yes_no' | 'code' | 'text' | 'parts'
export type Kinds = ReadonlyMap<string, Kind>

export const said = z.registry<{ kind: Kind }>()

/** A schema that says what it is, where its type alone does not. */
export function ofKind<T extends z.core.$ZodType>(kind: Kind, schema: T): T {
  said.add(schema as never, { kind })
  return schema
}
