// Reads from a call the kinds of the fields of its rows and totals. This code has its own file, because the till does not need it.
import type * as z from 'zod/mini'
import type { Call } from './call.ts'
import { inCents } from './cents.ts'
import { type Kind, type Kinds, said } from './kinds.ts'
import { wordOf } from './rows.ts'

type Schema = z.core.$ZodType & { _zod: { def: { type: string; format?: string; innerType?: Schema } } }

const byType: Partial<Record<string, Kind>> = {
  boolean: 'yes_no',
  enum: 'code',
  literal: 'code',
  array: 'parts',
  object: 'parts',
  record: 'parts',
  union: 'parts',
}

function kindOf(schema: Schema): Kind {
  const { type, format, innerType } = schema._zod.def
  const { kind } = said.get(schema as never) ?? {}
  if (kind) return kind
  if (innerType) return kindOf(innerType)
  if (type === 'number') return format === 'safeint' ? 'count' : 'figure'
  return byType[type] ?? 'text'
}

/** The kind of each field in a schema of rows; `cents`, which only affects display, is left out. */
const kindsOf = (shape: z.core.$ZodLooseShape): Kinds =>
  new Map(Object.entries(shape).flatMap(([name, schema]) => (schema === inCents ? [] : [[name, kindOf(schema as Schema)] as const])))

type Rows = { _zod: { def: { element?: { _zod: { def: { shape?: z.core.$ZodLooseShape } } } } } }

/** The fields, with their kinds, of the list of this name in the call's answer, or of the answer's rows if no name is given. Empty if there is no such list. */
export function rowKinds({ output }: Pick<Call, 'output'>, list: string | undefined = wordOf(output.shape)): Kinds {
  const shape = output.shape as Record<string, Rows>
  return kindsOf((list && shape[list]?._zod.def.element?._zod.def.shape) || {})
}

/** Whether a report's amounts are single bookings, shown exactly; otherwise they are sums, shown in cents (decision 0079). */
export function areBookings({ output }: Pick<Call, 'output'>): boolean {
  const word = wordOf(output.shape)
  const { cents } = (word && (output.shape as Record<string, Rows>)[word]?._zod.def.element?._zod.def.shape) || {}
  return 'totals' in output.shape && cents === undefined
}

/** The fields of the call's totals with their kinds. */
export function totalKinds({ output }: Pick<Call, 'output'>): Kinds {
  const { totals } = output.shape as { totals?: z.ZodMiniObject }
  return kindsOf(totals?.shape ?? {})
}
