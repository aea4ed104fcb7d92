// What clients send who know the specification alone, read as the contract means it: blanks, empty filters, two names of one page size.
import * as z from 'zod/mini'
import type { Call } from '../../contract/kit/call.ts'
import { parseJson } from '../../contract/kit/json.ts'

export type Wire = Record<string, unknown>

const isAbsentAllowed = (schema: z.ZodMiniType) => z.safeDecode(schema, undefined).success
/** A text that may be empty says something by it: an edit form empties a field. */
const saysSomethingBlank = (schema: z.ZodMiniType) => z.safeDecode(schema, '').success

/** Fields that a blank leaves out: they may be absent, and nothing is said by their being empty. */
const blankable = (shape: Record<string, z.ZodMiniType>) =>
  new Set(Object.keys(shape).filter((name) => isAbsentAllowed(shape[name] as z.ZodMiniType) && !saysSomethingBlank(shape[name] as z.ZodMiniType)))

const PAGE_SIZES = ['limit', 'total_items']
const PAGING = ['page', ...PAGE_SIZES]

/** How this call's fields are read; made once, when the call is mounted. */
export function wireOf(c: Call): (fields: Wire) => Wire {
  const shape = c.input.shape as Record<string, z.ZodMiniType>
  const leftOut = blankable(shape)
  const filtersLeftOut = 'filters' in shape ? blankable(filtersShape(shape.filters as z.ZodMiniType)) : undefined
  const size = PAGE_SIZES.find((name) => name in shape)
  const takes = (name: string) => name in shape || (size !== undefined && PAGE_SIZES.includes(name))

  return (fields) => {
    const read: Wire = {}
    for (const name in fields) if (!(leftOut.has(name) && isBlank(fields[name]))) read[name] = fields[name]
    if (filtersLeftOut && typeof read.filters === 'string') {
      const { filters, paging } = filtersOf(read.filters, filtersLeftOut, takes)
      for (const [name, value] of Object.entries(paging)) read[name] ??= value
      if (filters === undefined) delete read.filters
      else read.filters = filters
    }
    if (size) for (const other of PAGE_SIZES) if (other !== size && other in read) read[size] ??= read[other]
    return read
  }
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

type Schema = z.ZodMiniType & { _zod: { def: { innerType?: Schema; out?: Schema; shape?: Record<string, Schema> } } }
const filtersShape = (schema: z.ZodMiniType): Record<string, Schema> => {
  const { innerType, out, shape } = (schema as Schema)._zod.def
  const inner = innerType ?? out
  return shape ?? (inner ? filtersShape(inner) : {})
}

/** `[]` is how some languages write that there are none. Paging that came among the filters moves to where it belongs. */
function filtersOf(text: string, leftOut: ReadonlySet<string>, takes: (name: string) => boolean): { filters?: string; paging: Wire } {
  const given = parsed(text)
  if (Array.isArray(given) && given.length === 0) return { paging: {} }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { filters: text, paging: {} }
  const [filters, paging]: [Wire, Wire] = [{}, {}]
  for (const [name, value] of Object.entries(given)) {
    if (leftOut.has(name) && (value === null || isBlank(value))) continue
    if (PAGING.includes(name) && takes(name) && typeof value !== 'object') paging[name] = String(value)
    else filters[name] = value
  }
  return { filters: written(filters) ?? text, paging }
}

/** Undefined for what is nested too deep to be written again. */
function written(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** What cannot be read is left to the contract to refuse. */
function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
